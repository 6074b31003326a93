#pragma once

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Merges evaluations that have become equal, by the same test as hash-consing. The first one stays
/// and keeps its name. A choice between two that are equal now is that value. For passes that
/// replace inputs. O(evaluations + inputs).
void merge_equals(const Library& library, TypedGraph& graph);

}  // namespace weft
