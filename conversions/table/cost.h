#pragma once

#include <compare>
#include <cstdint>

namespace weft {

/// What chains are compared by while searching: lossy steps first, then difficulty in thousandths.
/// Ordered lexicographically. With + and - by components this is an ordered group, which is all
/// that shortest paths and cost partitioning need, so no weight has to stand for «infinitely
/// worse».
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

/// Larger than the cost of any chain that can be found. Never added to.
inline constexpr Cost unreachable_cost{INT64_MAX, INT64_MAX};

}  // namespace weft
