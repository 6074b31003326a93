#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/verification/plan_meaning.h"

namespace weft {

/// Interpolations of a placed plan that give another value at a fragment than the naive plan
/// computes there: both are evaluated on a few triangles, with random inputs and weights, and
/// compared up to rounding. No law is believed. What has no value on the CPU (textures,
/// derivatives, native bodies) is not compared, nor what `is_exempt` (per evaluation). Only for
/// plans that keep all other rules. O(evaluations + inputs) beside the bodies.
std::vector<EvaluationId> find_changed_values(const Library& library, const Plan& naive,
                                              const Plan& placed,
                                              const std::vector<std::uint32_t>& naive_meanings,
                                              const PlacedMeanings& meanings,
                                              const std::vector<bool>& is_exempt);

}  // namespace weft
