#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// A set of slots, one bit each in Slots::word_count() words.
using SlotSet = std::vector<std::uint64_t>;

inline void insert_slot(SlotSet& slots, std::uint32_t at) {
  slots[at / 64] |= std::uint64_t{1} << (at % 64);
}

inline bool has_slot(const SlotSet& slots, std::uint32_t at) {
  return (slots[at / 64] >> (at % 64) & 1U) != 0;
}

inline bool intersect(const SlotSet& a, const SlotSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
