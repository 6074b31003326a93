#pragma once

#include <optional>
#include <vector>

#include "fragments/model/body.h"

// Range analysis for loop counters (basic induction variables), used to leave out the clamping of
// array indices that are provably in range. In `for (int i = 0; i < 4; ++i)`, `i` is in 0 … 3
// throughout the body, so `a[i]` of an array of 4 needs no clamp. Only this syntactic pattern is
// recognized; there is no fixed-point iteration.

namespace weft {

/// What loops imply for the values of a local, or of an index.
struct LoopRange {
  bool is_natural = false;             ///< never below 0
  std::optional<std::uint32_t> below;  ///< always less than this
  std::uint32_t least = 0;             ///< never below this, if natural
};

/// Per local, its range if it is a loop counter: declared in the head of a `for` with a nonnegative
/// literal, stepped by 1, compared with `<` or `<=`, and written nowhere else. `below` is set if
/// the bound is a literal. O(body).
std::vector<LoopRange> find_loop_ranges(const Body& body);

/// The range of a counter, or of a counter plus or minus a literal: `i`, `i + 1`, `i - 1`, `3 - i`.
/// Unknown for other expressions. O(1).
LoopRange range_of_index(const Body& body, BodyExprId index, const std::vector<LoopRange>& ranges);

}  // namespace weft
