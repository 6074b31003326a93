#pragma once

#include "composer/placement/placement_options.h"
#include "composer/verification/compared_plans.h"
#include "composer/verification/record_faults.h"

namespace weft {

/// Checks PlacedPlan::placement: the assumed runs, the budget, both costs, and the list of moved
/// evaluations. `options` are those of the placement. O((evaluations + inputs) log) expected.
void check_placement_record(const ComparedPlans& plans, const PlacementOptions& options,
                            RecordFaults& faults);

}  // namespace weft
