#pragma once

#include <vector>

#include "fragments/model/graph.h"

namespace weft {

/// Per node: whether one of `roots` depends on it, by inputs, functions, loops or stitches.
/// O(nodes + links).
std::vector<bool> find_read_nodes(const Graph& graph, const std::vector<NodeId>& roots);

}  // namespace weft
