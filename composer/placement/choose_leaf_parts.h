#pragma once

#include <utility>
#include <vector>

#include "composer/evaluations/chosen_parts.h"
#include "composer/evaluations/plan.h"

namespace weft {

/// Per call to split, in order of ids: the expressions of its body that become parts, sorted.
using LeafParts = std::vector<std::pair<EvaluationId, std::vector<BodyExprId>>>;

/// Chooses parts of leaves by how often the values in their bodies change (binding-time analysis:
/// B. Guenter et al., Specializing Shaders, SIGGRAPH 1995; T. Knoblock, E. Ruf, Data
/// Specialization, PLDI 1996). A value in the body of a fragment-stage call that is the same for
/// the whole draw while the call varies, or that does not read the parameters of the function
/// around the call, becomes an evaluation of its own, a LeafPart, which is placed like any other.
///
/// Chooses locals that are assigned once, and other expressions of at least two
/// operations. A value that constant inputs decide is no part, nor is what only such values need:
/// within the body it folds, and what reads it with it.
/// Leaves stay whole if they take functions, call `native` code, declare a law or a cost, or if
/// nothing in them is worth it. `has_host`: values of one per draw are computed on the host.
/// `known`: what earlier plans chose. O(size of the bodies that it does not know).
LeafParts find_leaf_parts(const Library& library, const Plan& plan, bool has_host,
                          ChosenParts& known);

}  // namespace weft
