#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/check.h"

namespace weft {

/// A vector that holds up to `N` elements in itself, and more on the heap. For the many short
/// sequences of ids of a composition: inputs of evaluations, operands of expressions. `T` must be
/// trivially copyable. Moving leaves the source empty and invalidates references and iterators.
template <typename T, std::uint32_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  InlineVector() = default;
  InlineVector(std::initializer_list<T> values) { append(values.begin(), values.size()); }
  InlineVector(std::size_t count, const T& value) { resize(count, value); }
  template <typename Iterator, typename = typename std::iterator_traits<Iterator>::value_type>
  InlineVector(Iterator first, Iterator last) {
    insert(end(), first, last);
  }
  /// Implicit, so that a function that takes a short sequence can be given a computed one.
  InlineVector(const std::vector<T>& values) {  // NOLINT(google-explicit-constructor)
    append(values.data(), values.size());
  }
  InlineVector(const InlineVector& other) { append(other.data(), other.size()); }
  InlineVector(InlineVector&& other) noexcept { take(other); }
  InlineVector& operator=(const InlineVector& other) {
    if (this != &other) {
      size_ = 0;
      append(other.data(), other.size());
    }
    return *this;
  }
  InlineVector& operator=(InlineVector&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~InlineVector() { release(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return is_inline() ? reinterpret_cast<T*>(room_.own) : room_.heap; }
  const T* data() const { return is_inline() ? reinterpret_cast<const T*>(room_.own) : room_.heap; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t at) { return data()[at]; }
  const T& operator[](std::size_t at) const { return data()[at]; }
  T& at(std::size_t index) {
    WEFT_CHECK(index < size_, "an index is within the vector");
    return data()[index];
  }
  const T& at(std::size_t index) const {
    WEFT_CHECK(index < size_, "an index is within the vector");
    return data()[index];
  }
  T& front() { return *data(); }
  const T& front() const { return *data(); }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void reserve(std::size_t count) {
    if (count > capacity_) {
      grow(count);
    }
  }
  void push_back(const T& value) {
    const T copy = value;  // may be an element of this vector
    reserve(size_ + std::size_t{1});
    std::memcpy(static_cast<void*>(data() + size_), &copy, sizeof(T));
    ++size_;
  }
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    push_back(T(std::forward<Arguments>(arguments)...));
    return back();
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void resize(std::size_t count, const T& value) {
    const T copy = value;
    reserve(count);
    for (std::size_t i = size_; i < count; ++i) {
      std::memcpy(static_cast<void*>(data() + i), &copy, sizeof(T));
    }
    size_ = static_cast<std::uint32_t>(count);
  }
  template <typename Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    insert(end(), first, last);
  }
  /// The range must not belong to this vector.
  template <typename Iterator>
  T* insert(const T* where, Iterator first, Iterator last) {
    const std::size_t at = static_cast<std::size_t>(where - data());
    const std::size_t count = static_cast<std::size_t>(std::distance(first, last));
    open_gap(at, count);
    for (std::size_t i = 0; i < count; ++i, ++first) {
      const T value = *first;
      std::memcpy(static_cast<void*>(data() + at + i), &value, sizeof(T));
    }
    return data() + at;
  }
  T* insert(const T* where, const T& value) {
    const T copy = value;
    return insert(where, &copy, &copy + 1);
  }
  T* insert(const T* where, std::size_t count, const T& value) {
    const T copy = value;
    const std::size_t at = static_cast<std::size_t>(where - data());
    open_gap(at, count);
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(static_cast<void*>(data() + at + i), &copy, sizeof(T));
    }
    return data() + at;
  }
  T* erase(const T* first, const T* last) {
    const std::size_t at = static_cast<std::size_t>(first - data());
    const std::size_t count = static_cast<std::size_t>(last - first);
    std::memmove(static_cast<void*>(data() + at), data() + at + count,
                 (size_ - at - count) * sizeof(T));
    size_ -= static_cast<std::uint32_t>(count);
    return data() + at;
  }
  T* erase(const T* where) { return erase(where, where + 1); }

  friend bool operator==(const InlineVector& a, const InlineVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend auto operator<=>(const InlineVector& a, const InlineVector& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  bool is_inline() const { return capacity_ == N; }
  void release() {
    if (!is_inline()) {
      std::allocator<T>().deallocate(room_.heap, capacity_);
      capacity_ = N;
    }
    size_ = 0;
  }
  /// This vector must own no heap room.
  void take(InlineVector& other) noexcept {
    std::memcpy(static_cast<void*>(&room_), &other.room_, sizeof(room_));
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, N);
  }
  void append(const T* values, std::size_t count) {
    reserve(size_ + count);
    if (count != 0) {
      std::memcpy(static_cast<void*>(data() + size_), values, count * sizeof(T));
    }
    size_ += static_cast<std::uint32_t>(count);
  }
  void open_gap(std::size_t at, std::size_t count) {
    reserve(size_ + count);
    std::memmove(static_cast<void*>(data() + at + count), data() + at, (size_ - at) * sizeof(T));
    size_ += static_cast<std::uint32_t>(count);
  }
  void grow(std::size_t count) {
    const std::size_t capacity = std::max<std::size_t>(count, std::size_t{2} * capacity_);
    T* larger = std::allocator<T>().allocate(capacity);
    std::memcpy(static_cast<void*>(larger), data(), size_ * sizeof(T));
    if (!is_inline()) {
      std::allocator<T>().deallocate(room_.heap, capacity_);
    }
    room_.heap = larger;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  union Room {
    alignas(T) unsigned char own[N * sizeof(T)];
    T* heap;
  };
  Room room_ = {};
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = N;  // more than N exactly if the elements are on the heap
};

}  // namespace weft
