#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace weft {

/// An append-only list of distinct values, numbered in insertion order. Threads may add values
/// while others read: a number identifies its value forever, and reading takes no lock because
/// values never move. They live in chunks of doubling size whose addresses are published with
/// release stores. Copies are independent and keep the numbers. Moving takes the values and leaves
/// an empty list; nobody may use either list meanwhile.
template <typename T, typename Hash>
class SharedList {
 public:
  SharedList() = default;
  SharedList(const SharedList& other) { take(other); }
  SharedList& operator=(const SharedList& other) {
    if (this != &other) {
      const std::scoped_lock lock(mutex_);
      numbers_.clear();
      take(other);
    }
    return *this;
  }
  SharedList(SharedList&& other) noexcept { swap(other); }
  SharedList& operator=(SharedList&& other) noexcept {
    SharedList moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~SharedList() = default;

  /// Returns the number of a value, adding it if it is new. O(1) expected.
  std::uint32_t add(const T& value) {
    const std::scoped_lock lock(mutex_);
    return add_locked(value);
  }
  std::optional<std::uint32_t> find(const T& value) const {
    const std::scoped_lock lock(mutex_);
    const auto at = numbers_.find(value);
    return at != numbers_.end() ? std::optional(at->second) : std::nullopt;
  }
  /// `number` must come from this list, or from the list it was copied from.
  const T& operator[](std::uint32_t number) const {
    const Place place = place_of(number);
    return chunks_[place.chunk].load(std::memory_order_acquire)[place.position];
  }

 private:
  // Chunk k holds 64 << k values.
  static constexpr std::size_t first_chunk = 64;
  static constexpr std::size_t most_chunks = 26;
  struct Place {
    std::size_t chunk;
    std::size_t position;
  };

  static Place place_of(std::uint32_t number) {
    const std::size_t chunk = std::bit_width(number / first_chunk + 1) - 1;
    return {chunk, number - first_chunk * ((std::size_t{1} << chunk) - 1)};
  }

  std::uint32_t add_locked(const T& value) {
    const auto [at, added] =
        numbers_.try_emplace(value, static_cast<std::uint32_t>(numbers_.size()));
    if (added) {
      const Place place = place_of(at->second);
      if (owned_[place.chunk] == nullptr) {
        owned_[place.chunk] = std::make_unique<T[]>(first_chunk << place.chunk);
        chunks_[place.chunk].store(owned_[place.chunk].get(), std::memory_order_release);
      }
      owned_[place.chunk][place.position] = value;
    }
    return at->second;
  }

  void swap(SharedList& other) noexcept {
    std::swap(owned_, other.owned_);
    for (std::size_t i = 0; i < most_chunks; ++i) {
      T* const values = chunks_[i].load(std::memory_order_relaxed);
      chunks_[i].store(other.chunks_[i].load(std::memory_order_relaxed), std::memory_order_release);
      other.chunks_[i].store(values, std::memory_order_release);
    }
    std::swap(numbers_, other.numbers_);
  }

  void take(const SharedList& other) {
    const std::scoped_lock lock(other.mutex_);
    for (std::uint32_t number = 0; number < other.numbers_.size(); ++number) {
      add_locked(other[number]);
    }
  }

  mutable std::mutex mutex_;
  std::array<std::unique_ptr<T[]>, most_chunks> owned_;
  std::array<std::atomic<T*>, most_chunks> chunks_ = {};
  std::unordered_map<T, std::uint32_t, Hash> numbers_;  // lookups only
};

}  // namespace weft
