#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// A value that is not of the type as which a loop, function or choice reads it.
struct BoundTypeFault {
  EvaluationId reader;  ///< the loop, the choice, or the call that takes the function
  std::string text;
};

/// Finds first and next values of loop states that lack what the state states inside, values at
/// type variables of a leaf that lack what its functions' parameters of these variables state, and
/// sides of choices (steps of simulations among them) that lack what the choice states. Defaults of
/// traits that a value alone states count as stated. Judges by signatures and types alone.
/// O(evaluations + sizes of the functions × ports).
std::vector<BoundTypeFault> find_bound_type_faults(const Library& library, const Plan& plan);

}  // namespace weft
