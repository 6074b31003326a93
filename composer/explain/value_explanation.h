#pragma once

#include "composer/explain/explanation.h"

namespace weft {

/// Fills in the part of an explanation about values: paths, places, values and placement.
/// `story.node` restricts it. O(evaluations).
void explain_values(const Library& library, const Plan& naive, const PlacedPlan& placed,
                    Explanation& story);

}  // namespace weft
