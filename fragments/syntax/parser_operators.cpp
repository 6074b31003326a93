#include "fragments/syntax/parser_operators.h"

#include <array>
#include <cstddef>
#include <utility>

namespace weft::parsing {
namespace {

using syntax::AssignOperator;
using syntax::BinaryOperator;
using syntax::UnaryOperator;

constexpr std::size_t token_kinds = static_cast<std::size_t>(TokenKind::ShiftRight) + 1;

/// 0 for tokens that are no binary operator.
constexpr auto infix_table = [] {
  std::array<Infix, token_kinds> table{};
  auto put = [&table](TokenKind kind, BinaryOperator op, int precedence) {
    table[static_cast<std::size_t>(kind)] = {op, precedence};
  };
  put(TokenKind::PipePipe, BinaryOperator::Or, 1);
  put(TokenKind::AmpersandAmpersand, BinaryOperator::And, 2);
  put(TokenKind::Pipe, BinaryOperator::BitOr, 3);
  put(TokenKind::Caret, BinaryOperator::BitXor, 4);
  put(TokenKind::Ampersand, BinaryOperator::BitAnd, 5);
  put(TokenKind::EqualEqual, BinaryOperator::Equal, 6);
  put(TokenKind::BangEqual, BinaryOperator::NotEqual, 6);
  put(TokenKind::Less, BinaryOperator::Less, 7);
  put(TokenKind::LessEqual, BinaryOperator::LessEqual, 7);
  put(TokenKind::Greater, BinaryOperator::Greater, 7);
  put(TokenKind::GreaterEqual, BinaryOperator::GreaterEqual, 7);
  put(TokenKind::ShiftLeft, BinaryOperator::ShiftLeft, 8);
  put(TokenKind::ShiftRight, BinaryOperator::ShiftRight, 8);
  put(TokenKind::Plus, BinaryOperator::Add, 9);
  put(TokenKind::Minus, BinaryOperator::Subtract, 9);
  put(TokenKind::Star, BinaryOperator::Multiply, 10);
  put(TokenKind::Slash, BinaryOperator::Divide, 10);
  put(TokenKind::Percent, BinaryOperator::Remainder, 10);
  return table;
}();

std::optional<AssignOperator> assignment_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Equal:
      return AssignOperator::Set;
    case TokenKind::PlusEqual:
      return AssignOperator::Add;
    case TokenKind::MinusEqual:
      return AssignOperator::Subtract;
    case TokenKind::StarEqual:
      return AssignOperator::Multiply;
    case TokenKind::SlashEqual:
      return AssignOperator::Divide;
    default:
      return std::nullopt;
  }
}

/// Of an operator that is followed by `=`.
std::optional<AssignOperator> joined_assignment_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Percent:
      return AssignOperator::Remainder;
    case TokenKind::ShiftLeft:
      return AssignOperator::ShiftLeft;
    case TokenKind::ShiftRight:
      return AssignOperator::ShiftRight;
    case TokenKind::Ampersand:
      return AssignOperator::BitAnd;
    case TokenKind::Pipe:
      return AssignOperator::BitOr;
    case TokenKind::Caret:
      return AssignOperator::BitXor;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Infix> infix_of(TokenKind kind) {
  const Infix& infix = infix_table[static_cast<std::size_t>(kind)];
  return infix.precedence > 0 ? std::optional(infix) : std::nullopt;
}

std::optional<UnaryOperator> prefix_of(TokenKind kind) {
  using Prefix = std::pair<TokenKind, UnaryOperator>;
  constexpr std::array table = {Prefix{TokenKind::Minus, UnaryOperator::Negate},
                                Prefix{TokenKind::Bang, UnaryOperator::Not},
                                Prefix{TokenKind::Plus, UnaryOperator::Plus},
                                Prefix{TokenKind::Tilde, UnaryOperator::BitNot}};
  for (const auto& [token, op] : table) {
    if (token == kind) {
      return op;
    }
  }
  return std::nullopt;
}

int precedence_of(BinaryOperator op) {
  constexpr std::array by_operator = {10, 10, 10, 9, 9, 8, 8, 7, 7, 7, 7, 6, 6, 5, 4, 3, 2, 1};
  return by_operator[static_cast<std::size_t>(op)];
}

std::optional<Assignment> assignment_at(const TokenCursor& cursor) {
  const TokenKind kind = cursor.peek().kind;
  if (const auto op = assignment_of(kind)) {
    return Assignment{*op, 1};
  }
  const auto joined = cursor.at(TokenKind::Equal, 1) ? joined_assignment_of(kind) : std::nullopt;
  return joined ? std::optional(Assignment{*joined, 2}) : std::nullopt;
}

}  // namespace weft::parsing
