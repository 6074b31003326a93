#pragma once

#include <vector>

#include "composer/elaborate/call_store.h"
#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Decides for each requested literal whether it can be a parameter: nothing was decided by its
/// value. Names them unlike the material's parameters. O(calls + evaluations).
std::vector<LiveLiteral> settle_literals(const Composition& composition, const CallStore& calls,
                                         const TypedGraph& graph);

}  // namespace weft
