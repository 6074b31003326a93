#pragma once

#include <optional>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"

namespace weft {

/// Returns the number of vertices per fragment, above that of the options, from which place()
/// places the plan otherwise or splits its leaves otherwise; nothing if there is none up to 100.
/// Bisects with a few dozen splits and cuts, as more vertices move less work. A plan that is placed
/// otherwise within a range and as before beyond it may be missed.
std::optional<double> flip_ratio(const Library& library, const Plan& naive,
                                 PlacementOptions options);

}  // namespace weft
