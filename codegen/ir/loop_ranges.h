#pragma once

#include <optional>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

/// What loops say about the values of a local, or of an index.
struct LoopRange {
  bool is_natural = false;             ///< never below 0
  std::optional<std::uint32_t> below;  ///< always less than this
  std::uint32_t least = 0;             ///< never below this, if natural
};

/// Per local: what follows from its being the counter of `for (int i = 0; i < 4; ++i)`, with any
/// literal to begin from and a step upwards, and being written nowhere else. `below` is known where
/// the bound is a literal. O(body).
std::vector<LoopRange> find_loop_ranges(const Body& body);

/// The range of an expression that is a counter, or one and a literal: `i`, `i + 1`, `i - 1`, `3 -
/// i`. O(1).
LoopRange range_of_index(const Body& body, BodyExprId index, const std::vector<LoopRange>& ranges);

}  // namespace weft
