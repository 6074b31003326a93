#pragma once

#include "fragments/check/check_context.h"

namespace weft {

/// Checks an expression and adds it to the body. Linear in its size; the stack does not grow with
/// its depth. Errors: all of expressions; an erroneous value comes back then.
CheckedValue check_expression(CheckContext& context, syntax::ExprId root);

}  // namespace weft
