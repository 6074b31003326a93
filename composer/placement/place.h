#pragma once

#include <optional>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// Moves work from the fragment to the vertex stage where that is cheaper and the picture is the
/// same: a minimum cut (cut_model.h) through what is affine in the interpolated values. Functions
/// to include are left as they are, for it is their host that interpolates. Errors:
/// `interpolant-budget`.
///
/// Any edit of the plan invalidates all of it. `operation`: the laws that it believes.
/// O(evaluations + inputs) beside the cut.
Result<PlacedPlan> place(const Library& library, Plan plan, const PlacementOptions& options,
                         OperationLaw operation = operation_law);

/// The number of vertices per fragment, above that of the options, from which another placement of
/// the plan is cheaper; nothing where none is up to 100. With more vertices, less is moved, so a
/// few dozen cuts find it.
std::optional<double> flip_ratio(const Library& library, const Plan& naive,
                                 const PlacementOptions& options);

}  // namespace weft
