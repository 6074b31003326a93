#pragma once

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Replaces what depends on nothing but constants by its value: calls of leaves and conversions
/// whose inputs are constants and that extract no features, operations on constants, loops over
/// them, and calls whose functions read nothing else. What simplifies (simplify.h) becomes what it
/// comes to, and whatever only the rest needed is used by nothing any more. Inputs on which nothing
/// depends become zeros, which may stand behind their readers until the plan is built. What has no
/// finite value (NaN, infinities), takes long or needs textures stays as it is: the GPU's answer is
/// as good. Types and chains are settled before and do not change; natural rates fall with what
/// they were joined of. Linear in evaluations + inputs, but for the steps that evaluating takes,
/// which are bounded for each.
void fold_constants(const Library& library, TypedGraph& graph);

}  // namespace weft
