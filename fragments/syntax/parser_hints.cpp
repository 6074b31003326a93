#include "fragments/syntax/parser_hints.h"

#include <fmt/format.h>

#include "fragments/syntax/foreign_names.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

bool is_number(const TokenCursor& cursor, std::size_t index) {
  return cursor.token(index).kind == TokenKind::Number;
}

/// The number at a token, with its sign, and the index of the token behind it. Empty if there is
/// none.
std::string signed_number(const TokenCursor& cursor, std::size_t& index) {
  std::string text;
  if (cursor.token(index).kind == TokenKind::Minus) {
    text = "-";
    ++index;
  }
  return is_number(cursor, index) ? text + std::string(cursor.text(cursor.token(index++)))
                                  : std::string();
}

}  // namespace

std::string operator_word_hint(const TokenCursor& cursor) {
  if (!cursor.at_name() && !cursor.at(TokenKind::Number)) {
    return {};
  }
  const std::string written =
      cursor.at_name() ? foreign_operator_hint(cursor.text(cursor.peek())) : std::string();
  const bool is_negated = cursor.index() > 0 && cursor.text(cursor.previous()) == "not";
  return written.empty() && is_negated ? "written: !(…)" : written;
}

bool is_behind_cast(const TokenCursor& cursor) {
  const std::size_t at = cursor.index();
  const bool has_operand = cursor.at_name() || cursor.at(TokenKind::Number);
  if (!has_operand || at < 3 || cursor.token(at - 1).kind != TokenKind::RightParen ||
      cursor.token(at - 3).kind != TokenKind::LeftParen ||
      cursor.token(at - 2).kind != TokenKind::Name || cursor.peek().first_on_line) {
    return false;
  }
  return !cursor.at_word("as") && !cursor.at_word("with") && !cursor.at_word("keeps") &&
         looks_like_type(cursor.text(cursor.token(at - 2)));
}

std::string cast_hint(const TokenCursor& cursor) {
  const bool goes_on = cursor.at(TokenKind::Dot, 1) || cursor.at(TokenKind::LeftParen, 1) ||
                       cursor.at(TokenKind::LeftBracket, 1);
  return fmt::format("a conversion is written {}({})",
                     cursor.text(cursor.token(cursor.index() - 2)),
                     goes_on ? "…" : cursor.text(cursor.peek()));
}

bool opens_traits_in_parentheses(const TokenCursor& cursor, std::size_t ahead) {
  return cursor.at(TokenKind::LeftParen, ahead) && cursor.at_name(ahead + 1) &&
         cursor.at(TokenKind::Colon, ahead + 2) && cursor.at_name(ahead + 3) &&
         (cursor.at(TokenKind::Comma, ahead + 4) || cursor.at(TokenKind::RightParen, ahead + 4));
}

std::string range_hint(const TokenCursor& cursor, std::size_t open) {
  std::size_t at = open + 1;
  const std::string least = signed_number(cursor, at);
  if (least.empty() || cursor.token(at).kind != TokenKind::Comma) {
    return {};
  }
  ++at;
  const std::string greatest = signed_number(cursor, at);
  return greatest.empty() || cursor.token(at).kind != TokenKind::RightBracket
             ? std::string()
             : fmt::format("a range is written: = … [min: {}, max: {}]", least, greatest);
}

std::string qualified_port_hint(const TokenCursor& cursor) {
  const std::string_view word = cursor.text(cursor.previous());
  if (word == "out" || word == "inout") {
    return "ports are only read; name what comes out after '->': (color: float3, alpha: float)";
  }
  const bool is_typed = cursor.at(TokenKind::Colon, 1) && cursor.at_name(2);
  if (!is_typed) {
    return fmt::format("a port is written: {}", name_and_type(cursor));
  }
  const bool is_restriction = word == "uniform" || word == "constant";
  return fmt::format("a port is written: {}: {}{}{}", cursor.text(cursor.peek()),
                     is_restriction ? word : "", is_restriction ? " " : "",
                     cursor.text(cursor.peek(2)));
}

}  // namespace weft::parsing
