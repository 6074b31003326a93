#pragma once

#include <optional>

#include "fragments/syntax/parser_cursor.h"
#include "fragments/syntax/syntax.h"
#include "fragments/syntax/token.h"

namespace weft::parsing {

/// A binary operator and its precedence, from 1 for `||` to 10 for `*`, as in C.
struct Infix {
  syntax::BinaryOperator op = syntax::BinaryOperator::Add;
  int precedence = 0;
};

constexpr int unary_precedence = 20;  // above every binary operator

std::optional<Infix> infix_of(TokenKind kind);
std::optional<syntax::UnaryOperator> prefix_of(TokenKind kind);
int precedence_of(syntax::BinaryOperator op);

struct Assignment {
  syntax::AssignOperator op = syntax::AssignOperator::Set;
  int tokens = 1;  ///< 2 for an operator and `=`, as in `h ^= x` and `h <<= 2`
};

/// The assignment at the cursor; an expression ends before it.
std::optional<Assignment> assignment_at(const TokenCursor& cursor);

}  // namespace weft::parsing
