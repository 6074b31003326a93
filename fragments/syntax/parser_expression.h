#pragma once

#include <optional>

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// Parses one expression, up to the first token that cannot belong to it.
std::optional<syntax::ExprId> parse_expression(Parser& p);

}  // namespace weft::parsing
