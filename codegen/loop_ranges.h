#pragma once

#include <optional>
#include <vector>

#include "fragments/language/body.h"

namespace weft {

/// What loops say about the values of a local.
struct LoopRange {
  bool is_natural = false;             ///< never below 0
  std::optional<std::uint32_t> below;  ///< always less than this
};

/// Per local: what follows from its being the counter of `for (int i = 0; i < 4; ++i)`, with any
/// literal to begin from and a step upwards, and being written nowhere else. `below` is known where
/// the bound is a literal. O(body).
std::vector<LoopRange> find_loop_ranges(const Body& body);

}  // namespace weft
