#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/analysis/operation_counts.h"

namespace weft {

/// Returns the profile's `set vertices` and `set fragments`.
RunCounts run_counts(const Library& library, const Profile& profile);

/// Returns the operations of one run per evaluation, as defined in docs/operations.md.
/// O(evaluations), plus the bodies.
std::vector<std::uint64_t> evaluation_operations(const Library& library, const Plan& plan);
std::vector<std::uint64_t> evaluation_operations(OperationCounts& counts, const Plan& plan);

/// The same with the operations inside functions charged to the calls that take them, once per
/// call, since each call's function is emitted separately. O(evaluations + sizes of the functions).
std::vector<std::uint64_t> operations_with_functions(const Library& library, const Plan& plan);
std::vector<std::uint64_t> operations_with_functions(OperationCounts& counts, const Plan& plan);

/// The static cost of one output of a placed plan.
struct OutputCost {
  std::uint32_t output = 0;  ///< position in Plan::outputs
  /// Operations of one run at each rate, functions included.
  std::map<Rate, std::uint64_t> operations;
  std::uint64_t per_draw = 0;  ///< operations × runs, with interpolated components; saturates
};

/// Returns the cost of each output: of everything that it is computed from, so that values shared
/// by several outputs count for each. O(outputs × evaluations).
std::vector<OutputCost> output_costs(const Library& library, const PlacedPlan& placed,
                                     const RunCounts& runs);

/// Returns a plan's cost per draw: `operations` (from operations_with_functions()) times runs at
/// the natural rate, plus one operation per interpolated component and fragment. Saturates.
std::uint64_t plan_cost(const Plan& plan, const std::vector<std::uint64_t>& operations,
                        const RunCounts& runs);

}  // namespace weft
