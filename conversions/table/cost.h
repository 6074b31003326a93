#pragma once

#include <compare>
#include <cstdint>

namespace weft {

/// The cost of a chain during the search: number of lossy steps, then difficulty in thousandths,
/// ordered lexicographically. With componentwise + and - this is an ordered group, which is all
/// that shortest paths and cost partitioning need. A lossy step thus outweighs any difficulty
/// without a large constant weight.
struct Cost {
  std::int64_t lossy = 0;
  std::int64_t difficulty = 0;

  friend constexpr auto operator<=>(const Cost&, const Cost&) = default;
  friend constexpr Cost operator+(Cost a, Cost b) {
    return {a.lossy + b.lossy, a.difficulty + b.difficulty};
  }
  friend constexpr Cost operator-(Cost a, Cost b) {
    return {a.lossy - b.lossy, a.difficulty - b.difficulty};
  }
};

/// Greater than the cost of any chain that can be found. Never an operand of +.
inline constexpr Cost unreachable_cost{INT64_MAX, INT64_MAX};

}  // namespace weft
