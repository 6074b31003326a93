#pragma once

#include "composer/evaluations/elaborated.h"

namespace weft {

/// `function-choice`. `parameters`: of the function that is wanted.
Diagnostic function_choice(const Library& library, const FunctionCondition& condition, Span choice,
                           Span where, const std::vector<FragmentPort>& parameters);

}  // namespace weft
