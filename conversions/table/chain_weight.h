#pragma once

#include <compare>
#include <cstdint>

namespace weft {

/// The weight of a chain of conversions, called its cost in the literature on search: number of
/// lossy steps, then difficulty in thousandths, ordered lexicographically. With componentwise + and
/// - this is an ordered group, which is all that shortest paths and cost partitioning need. A lossy
/// step thus outweighs any difficulty without a large constant.
struct ChainWeight {
  std::int64_t lossy = 0;
  std::int64_t difficulty = 0;

  friend constexpr auto operator<=>(const ChainWeight&, const ChainWeight&) = default;
  friend constexpr ChainWeight operator+(ChainWeight a, ChainWeight b) {
    return {a.lossy + b.lossy, a.difficulty + b.difficulty};
  }
  friend constexpr ChainWeight operator-(ChainWeight a, ChainWeight b) {
    return {a.lossy - b.lossy, a.difficulty - b.difficulty};
  }
};

/// Greater than the weight of any chain that can be found. Never an operand of +.
inline constexpr ChainWeight unreachable_weight{INT64_MAX, INT64_MAX};

}  // namespace weft
