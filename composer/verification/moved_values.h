#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/verification/plan_meaning.h"

namespace weft {

/// Finds interpolations of a placed plan whose value at a fragment differs from the naive plan's.
/// Of a call that is given interpolated parts of its leaf, the results are compared. Both plans are
/// evaluated on a few triangles with random inputs and barycentric weights, and compared up to
/// rounding; no law is believed. Values that the CPU cannot compute (textures, derivatives, native
/// bodies) and those with `is_exempt` (per evaluation) are not compared. Requires a plan that
/// satisfies all other rules. O(evaluations + inputs), plus the bodies.
std::vector<EvaluationId> find_changed_values(const Library& library, const Plan& naive,
                                              const Plan& placed,
                                              const std::vector<std::uint32_t>& naive_meanings,
                                              const PlacedMeanings& meanings,
                                              const std::vector<bool>& is_exempt);

}  // namespace weft
