#pragma once

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Merges evaluations that have become equal, by the same test as hash-consing. The first one stays
/// and keeps its name. For passes that replace inputs. O(evaluations + inputs).
void merge_equals(TypedGraph& graph);

}  // namespace weft
