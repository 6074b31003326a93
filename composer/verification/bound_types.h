#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// A value that is not of the type as which a loop or function reads it.
struct BoundTypeFault {
  EvaluationId reader;  ///< the loop, or the call that takes the function
  std::string text;
};

/// Finds first and next values of loop states that lack what the state states inside, and values at
/// type variables of a leaf that lack what its functions' parameters of these variables state.
/// Judges by signatures and types alone. O(sizes of the functions × ports).
std::vector<BoundTypeFault> find_bound_type_faults(const Library& library, const Plan& plan);

}  // namespace weft
