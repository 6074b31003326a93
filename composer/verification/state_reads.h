#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"

namespace weft {

/// A read of a state that is not what a step writes.
struct StateFault {
  EvaluationId reader;
  std::string text;
};

/// Finds reads of states that the material does not have or the profile does not store, outside of
/// threads, at places that are none, or with another type than the state is written with.
/// O(evaluations).
std::vector<StateFault> find_state_faults(const Library& library, const Plan& plan);

}  // namespace weft
