#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace weft {

/// An append-only sequence whose elements never move: references stay valid while it grows. Chunks
/// of 256 elements. Copies are independent.
template <typename T>
class StableList {
 public:
  StableList() = default;
  StableList(const StableList& other) {
    for (const T& each : other) {
      emplace_back(each);
    }
  }
  StableList& operator=(const StableList& other) { return *this = StableList(other); }
  StableList(StableList&& other) noexcept
      : chunks_(std::move(other.chunks_)), size_(std::exchange(other.size_, 0)) {}
  StableList& operator=(StableList&& other) noexcept {
    std::swap(chunks_, other.chunks_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~StableList() {
    for (std::size_t i = 0; i < size_; ++i) {
      std::destroy_at(&(*this)[i]);
    }
  }

  /// Aggregates are initialized from the arguments.
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (size_ == chunks_.size() * chunk_size) {
      chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
    }
    T* made = ::new (static_cast<void*>(place_of(size_))) T{std::forward<Arguments>(arguments)...};
    ++size_;
    return *made;
  }
  T& operator[](std::size_t at) { return *place_of(at); }
  const T& operator[](std::size_t at) const { return *place_of(at); }
  T& back() { return (*this)[size_ - 1]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    Iterator() = default;
    Iterator(const StableList& list, std::size_t at) : list_(&list), at_(at) {}
    const T& operator*() const { return (*list_)[at_]; }
    const T* operator->() const { return &(*list_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++at_;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const StableList* list_ = nullptr;
    std::size_t at_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

 private:
  static constexpr std::size_t chunk_size = 256;
  struct Chunk {
    alignas(T) unsigned char bytes[chunk_size * sizeof(T)];
  };

  T* place_of(std::size_t at) const {
    return reinterpret_cast<T*>(chunks_[at / chunk_size]->bytes) + at % chunk_size;
  }

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace weft
