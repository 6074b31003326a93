#pragma once

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Records for the checker of plans that readers of `replaced` read numbers, where `by` has traits
/// that it lacks. Folding may replace `float(length)`, which has no unit, by the length itself, and
/// `float3(tint)`, which has no meaning at all, by the color. Its readers then mix it with other
/// units, or refuse its encoding. O(traits).
void note_lost_traits(const Library& library, TypedGraph& graph, EvaluationId replaced,
                      EvaluationId by);

}  // namespace weft
