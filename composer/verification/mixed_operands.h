#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

struct MixedOperands {
  EvaluationId reader;  ///< in the plan
  std::string text;     ///< which of its inputs, and what they state
};

/// Where values of a distinct trait mix: operands of one type variable or trait variable, sides of
/// a choice, elements of an array, or values of one state of a loop that state two values of it.
/// Operands of products and quotients may differ in what product rules decide, their `use` and
/// `unit`. Numbers that are known when composing take what they meet and are left out; a value that
/// the author states two types of has either. Rules of the signatures alone: how operands were
/// converted does not matter. In order of evaluations; O(inputs × distinct traits).
std::vector<MixedOperands> find_mixed_operands(const Library& library, const Plan& plan);

}  // namespace weft
