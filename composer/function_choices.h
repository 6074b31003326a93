#pragma once

#include "composer/elaborate.h"

namespace weft {

/// Types a condition that functions are chosen by, and folds it. `where`: the condition, for
/// messages. Typing may expand more of the graph. Linear in what the condition is computed of.
FunctionCondition decide_condition(Composition& composition, Elaborator& elaborator,
                                   CallId condition, Span where);

/// `function-choice`. `parameters`: of the function that is wanted.
Diagnostic function_choice(const Library& library, const FunctionCondition& condition, Span choice,
                           Span where, const std::vector<FragmentPort>& parameters);

}  // namespace weft
