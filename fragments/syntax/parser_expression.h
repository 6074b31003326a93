#pragma once

#include <optional>

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// Parses one expression, up to the first token that cannot belong to it.
std::optional<syntax::ExprId> parse_expression(Parser& p);

/// The assignment at the cursor that is an operator and `=`, two tokens, as in `h ^= x` and
/// `h <<= 2`; nothing if there is none. An expression ends before it.
std::optional<syntax::AssignOperator> joined_assignment(const TokenCursor& cursor);

}  // namespace weft::parsing
