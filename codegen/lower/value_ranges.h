#pragma once

#include <vector>

#include "codegen/lower/interval_arithmetic.h"
#include "composer/evaluations/plan.h"

namespace weft {

/// Per evaluation, the range that follows from constants, from `min` and `max` of parameters, and
/// from bodies (body_ranges()); evaluations inside functions have none.
/// `is_of_order_one`: per evaluation, whether its type says that it lies between -1 and 1.
/// O(evaluations + inputs + expressions of the bodies).
std::vector<ValueRange> value_ranges(const Library& library, const Plan& plan,
                                     const std::vector<bool>& is_of_order_one);

}  // namespace weft
