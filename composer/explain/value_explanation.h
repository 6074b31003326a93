#pragma once

#include "composer/explain/explanation.h"

namespace weft {

/// Fills in the part of an explanation about values: paths, places, values and placement.
/// `story.node` restricts it. `options`: with which the plan was placed. O(evaluations), and the
/// cuts of flip_ratio().
void explain_values(const Library& library, const Plan& naive, const PlacedPlan& placed,
                    const PlacementOptions& options, Explanation& story);

}  // namespace weft
