#pragma once

#include <vector>

#include "conversions/bounds/triple_steps.h"
#include "conversions/bounds/value_pairs.h"

namespace weft {

/// For each pair of values a lower bound on the weight from there to the pair that the goal wants,
/// ignoring all other traits: the backward distance in the two alone; `limit` + 1: more than that.
/// O(passes × steps × values).
std::vector<PairMatrix::Units> distances_to_goal(const Facts& facts, const ValuePairs& pairs,
                                                 const std::vector<TripleSteps::Step>& steps,
                                                 std::uint32_t goal_pair, PairMatrix::Units limit);

}  // namespace weft
