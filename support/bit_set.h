#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "support/inline_vector.h"

namespace weft {

/// A set of numbers below a size that is fixed when it is made. Holds up to 64 in itself: analyses
/// of data flow keep a few sets per expression and join them again and again.
class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(std::size_t size)
      : size_(size), words_((size + bits - 1) / bits, std::uint64_t{0}) {}

  std::size_t size() const { return size_; }
  bool operator[](std::size_t at) const { return (words_[at / bits] >> at % bits & 1U) != 0; }
  void insert(std::size_t at) { words_[at / bits] |= std::uint64_t{1} << at % bits; }
  /// The number of members. O(size / 64).
  std::size_t count() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) {
      count += static_cast<std::size_t>(std::popcount(word));
    }
    return count;
  }
  /// Adds the members of a set that is not larger. Returns whether one is new.
  bool join(const BitSet& other) {
    std::uint64_t added = 0;
    for (std::size_t i = 0; i < other.words_.size(); ++i) {
      added |= other.words_[i] & ~words_[i];
      words_[i] |= other.words_[i];
    }
    return added != 0;
  }

  friend bool operator==(const BitSet&, const BitSet&) = default;

 private:
  static constexpr std::size_t bits = 64;  // of a word

  std::size_t size_ = 0;
  InlineVector<std::uint64_t, 1> words_;
};

}  // namespace weft
