#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The profile's `set vertices` and `set fragments`.
RunCounts run_counts(const Library& library, const Profile& profile);

/// Operations of one run of each evaluation: docs/operations.md. O(evaluations) beside the bodies.
std::vector<std::uint64_t> evaluation_operations(const Library& library, const Plan& plan);

/// The same, but what stands in functions counts with the calls that are given these: once for
/// each, since each writes them for itself. O(evaluations + what stands in functions).
std::vector<std::uint64_t> operations_with_functions(const Library& library, const Plan& plan);

/// What a plan costs per draw, with `operations` of its evaluations, as operations_with_functions()
/// counts them: these times the runs at their natural rate, and a fragment's worth for each
/// interpolated component. Saturates.
std::uint64_t plan_cost(const Plan& plan, const std::vector<std::uint64_t>& operations,
                        const RunCounts& runs);

}  // namespace weft
