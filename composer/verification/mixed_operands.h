#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

struct MixedOperands {
  EvaluationId reader;  ///< in the plan
  std::string text;     ///< the inputs concerned, and what they state
};

/// Finds mixtures of values of a meaning (two units or bases, say): operands of one type or trait
/// variable, sides of a choice, elements of an array, or values of one loop state that state
/// values without a common ancestor, or different ones of a distinct trait. Operands of products
/// and quotients may differ in `use` and `unit`, which product rules decide, and those of ports in
/// what the ports demand. Literals fit any operand and are not checked; a value with two stated
/// types counts as either. Judges by signatures alone, whatever conversions were
/// inserted. Sorted by evaluation; O(inputs × traits).
std::vector<MixedOperands> find_mixed_operands(const Library& library, const Plan& plan);

}  // namespace weft
