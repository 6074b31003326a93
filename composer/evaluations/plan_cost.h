#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Returns the profile's `set vertices` and `set fragments`.
RunCounts run_counts(const Library& library, const Profile& profile);

/// Returns the operations of one run per evaluation, as defined in docs/operations.md.
/// O(evaluations), plus the bodies.
std::vector<std::uint64_t> evaluation_operations(const Library& library, const Plan& plan);

/// The same with the operations inside functions charged to the calls that take them, once per
/// call, since each call's function is emitted separately. O(evaluations + sizes of the functions).
std::vector<std::uint64_t> operations_with_functions(const Library& library, const Plan& plan);

/// Returns a plan's cost per draw: `operations` (from operations_with_functions()) times runs at
/// the natural rate, plus one operation per interpolated component and fragment. Saturates.
std::uint64_t plan_cost(const Plan& plan, const std::vector<std::uint64_t>& operations,
                        const RunCounts& runs);

}  // namespace weft
