#pragma once

#include "fragments/check/check_context.h"

namespace weft {

/// Checks `-x`, `!x`, `+x`, `~x`. A signed integer literal is still a literal. Errors:
/// `type-mismatch`.
CheckedValue check_unary(CheckContext& context, syntax::UnaryOperator op, CheckedValue operand,
                         Span span);

/// Checks every binary operator. Literals widen to the component kind of the other operand, scalars
/// are broadcast over vectors and matrices, `*` with a matrix is the algebraic product, and `&&`
/// and `||` require one bool per side. Errors: `type-mismatch`.
CheckedValue check_binary(CheckContext& context, syntax::BinaryOperator op, CheckedValue left,
                          CheckedValue right, Span span);

/// Checks `condition ? a : b`. Errors: `type-mismatch`.
CheckedValue check_select(CheckContext& context, CheckedValue condition, CheckedValue if_true,
                          CheckedValue if_false, Span span);

}  // namespace weft
