#pragma once

#include "fragments/check/check_context.h"

namespace weft {

/// `-x`, `!x`, `+x`, `~x`. Signs before an integer literal leave it a literal. Errors:
/// `type-mismatch`.
CheckedValue check_unary(CheckContext& context, syntax::UnaryOperator op, CheckedValue operand,
                         Span span);

/// Every operator with two operands. Literals widen to the other side's kind of number, scalars
/// spread over vectors and matrices, `*` with a matrix is the algebraic product, `&&` and `||` want
/// one bool a side. Errors: `type-mismatch`.
CheckedValue check_binary(CheckContext& context, syntax::BinaryOperator op, CheckedValue left,
                          CheckedValue right, Span span);

/// `condition ? a : b`. Errors: `type-mismatch`.
CheckedValue check_select(CheckContext& context, CheckedValue condition, CheckedValue if_true,
                          CheckedValue if_false, Span span);

}  // namespace weft
