#pragma once

#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// Per evaluation: how it depends on what is interpolated over a primitive, all of that together.
/// What has one value per draw or instance is constant; what has to be known per fragment is
/// nonlinear. What leaves give their functions is taken as constant or as affine, all of it; the
/// states of loops have the laws that all their steps keep. What stands in functions has no law of
/// its own, but that of its calls: here it is nonlinear, as is what is given functions more than
/// three deep. O(evaluations + inputs), but for the bodies of leaves, each of which is read once
/// per combination of laws that it meets, and for functions, which are read a few times each.
std::vector<Law> evaluation_laws(const Library& library, LeafLaws& leaves, const Plan& plan);

}  // namespace weft
