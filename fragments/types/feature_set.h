#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/hash.h"
#include "support/id.h"
#include "support/inline_vector.h"

namespace weft {

struct Feature;
/// One value that a host provides to shaders as context, such as `view.to_clip`. The id is issued
/// by the Library.
using FeatureId = Id<Feature>;

/// A set of features as a bit set indexed by id. Trailing zero words are dropped, so equal sets
/// compare equal regardless of how they were built.
class FeatureSet {
 public:
  bool contains(FeatureId id) const {
    std::size_t word = id.index() / 64;
    return word < words_.size() && (words_[word] >> (id.index() % 64) & 1U) != 0;
  }
  void insert(FeatureId id) {
    std::size_t word = id.index() / 64;
    if (word >= words_.size()) {
      words_.resize(word + 1, 0);
    }
    words_[word] |= std::uint64_t{1} << (id.index() % 64);
  }
  void insert(const FeatureSet& other) {
    if (words_.size() < other.words_.size()) {
      words_.resize(other.words_.size(), 0);
    }
    for (std::size_t i = 0; i < other.words_.size(); ++i) {
      words_[i] |= other.words_[i];
    }
  }
  void erase(FeatureId id) {
    std::size_t word = id.index() / 64;
    if (word < words_.size()) {
      words_[word] &= ~(std::uint64_t{1} << (id.index() % 64));
      while (!words_.empty() && words_.back() == 0) {
        words_.pop_back();
      }
    }
  }
  bool empty() const { return words_.empty(); }
  bool intersects(const FeatureSet& other) const {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) {
      if ((words_[i] & other.words_[i]) != 0) {
        return true;
      }
    }
    return false;
  }
  bool is_subset_of(const FeatureSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      std::uint64_t theirs = i < other.words_.size() ? other.words_[i] : 0;
      if ((words_[i] & ~theirs) != 0) {
        return false;
      }
    }
    return true;
  }
  /// The members in order of id.
  std::vector<FeatureId> ids() const {
    std::vector<FeatureId> all;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::size_t bit = 0; bit < 64; ++bit) {
        if ((words_[i] >> bit & 1U) != 0) {
          all.push_back(FeatureId(i * 64 + bit));
        }
      }
    }
    return all;
  }

  friend bool operator==(const FeatureSet&, const FeatureSet&) = default;

  struct Hash {
    std::size_t operator()(const FeatureSet& set) const noexcept {
      return static_cast<std::size_t>(hash_numbers(set.words_));
    }
  };

 private:
  InlineVector<std::uint64_t, 2> words_;  // never ends in a zero word: then == is set equality
};

}  // namespace weft
