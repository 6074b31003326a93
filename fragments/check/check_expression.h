#pragma once

#include "fragments/check/check_context.h"

namespace weft {

/// Checks an expression and adds it to the body. Linear in its size; constant stack depth. Reports
/// all errors of expressions and then returns an erroneous value.
CheckedValue check_expression(CheckContext& context, syntax::ExprId root);

}  // namespace weft
