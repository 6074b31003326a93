#pragma once

#include <vector>

#include "composer/plan.h"
#include "fragments/library/laws.h"

namespace weft {

/// Per evaluation: how it depends on what is interpolated over a primitive, all of that together.
/// What has one value per draw or instance is constant; what stands in functions or reads them, and
/// what has to be known per fragment, is nonlinear. O(evaluations + inputs), but for the bodies of
/// leaves, each of which is read once per combination of laws that it meets.
std::vector<Law> evaluation_laws(const Library& library, LeafLaws& leaves, const Plan& plan);

}  // namespace weft
