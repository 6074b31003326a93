#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// The number of readers of each evaluation that an output needs, outputs included; 0 for those
/// that none needs. O(evaluations + inputs).
std::vector<std::uint32_t> needed_uses(const TypedGraph& graph);

}  // namespace weft
