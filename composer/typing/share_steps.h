#pragma once

#include <cstddef>
#include <vector>

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// For each link of the graph that has several chains declared equal, in order: which one to take.
/// The one that begins with most steps that another link from the same value takes too; among
/// equals the first. Empty if the first is best everywhere. What a link takes is decided against
/// the links without a choice, then against all as decided so far, so nothing depends on the order
/// of links. O(links × links from the same value).
std::vector<std::size_t> share_steps(const TypedGraph& graph);

}  // namespace weft
