#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "composer/verification/plan_meaning.h"
#include "composer/verification/record_faults.h"

namespace weft {

/// Whether Plan::functions matches the evaluations.
bool has_its_functions(const Library& library, const Plan& plan);

/// Checks everything that a placed plan records besides its computation: rates, types, names,
/// source positions, functions, results of the uniform program, parameters, warnings, the placement
/// summary. Each is compared with the naive plan's record for the same meaning, or recomputed.
/// `naive_meanings` and `meanings` belong to the two plans; `options` are those of the placement.
/// Requires a plan that satisfies all other rules except laws. O((evaluations + inputs) log)
/// expected.
std::vector<RecordFault> check_record(const Library& library, const Plan& naive,
                                      const PlacedPlan& placed,
                                      const std::vector<std::uint32_t>& naive_meanings,
                                      const PlacedMeanings& meanings,
                                      const PlacementOptions& options);

}  // namespace weft
