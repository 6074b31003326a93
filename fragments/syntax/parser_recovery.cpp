// Error recovery of the parser: what TokenCursor skips.

#include "fragments/syntax/characters.h"
#include "fragments/syntax/parser_cursor.h"

namespace weft {
bool TokenCursor::at_declaration() const {
  if (!at_name()) {
    return false;
  }
  std::string_view word = text(peek());
  if (word == "import") {
    return at(TokenKind::String, 1);
  }
  if (word == "product") {
    return at(TokenKind::LeftBrace, 1);
  }
  if (word == "prefer") {
    return at_name(1) && at_word("over", 2);
  }
  if (!at_name(1)) {
    return false;
  }
  if (word == "fragment" || word == "conversion" || word == "graph") {
    return at(TokenKind::LeftParen, 2) || at(TokenKind::Less, 2);
  }
  if (word == "trait" || word == "guarantee") {
    return at(TokenKind::LeftBrace, 2) || at_word("default", 2) || at_word("distinct", 2);
  }
  if (word == "struct" || word == "material") {
    return at(TokenKind::LeftBrace, 2);
  }
  if (word == "profile") {
    return at(TokenKind::LeftBrace, 2) || at(TokenKind::Colon, 2);
  }
  if (word == "bound") {
    return at(TokenKind::Colon, 2) && at_name(3);
  }
  if (word == "extend") {
    return at(TokenKind::LeftBrace, 2) || at(TokenKind::Dot, 2);
  }
  return word == "feature" && (at(TokenKind::Dot, 2) || at(TokenKind::Colon, 2));
}

bool TokenCursor::at_misplaced_declaration() const {
  std::uint32_t begin = peek().begin;
  bool first_column = begin == 0 || is_line_end(source_.text()[begin - 1]);
  return first_column && at_declaration();
}

/// Whether this line certainly begins a statement or binding: no multi-line expression contains
/// this.
bool TokenCursor::at_statement_line() const {
  if (!peek().first_on_line) {
    return false;
  }
  bool assigns = at_name() && (at(TokenKind::Equal, 1) || at_name(1));
  return assigns || at(TokenKind::Reserved) || at_word("output") || at_word("param");
}

void TokenCursor::skip_statement(std::uint32_t depth_of_statement, std::size_t first) {
  while (!at_end() && !at_misplaced_declaration()) {
    std::uint32_t here = depth();
    TokenKind kind = peek().kind;
    bool at_own_depth = here == depth_of_statement;
    if (kind == TokenKind::RightBrace && here < depth_of_statement) {
      return;
    }
    if (index_ > first && at_own_depth && at_statement_line()) {
      return;
    }
    take();
    if (at_own_depth && kind == TokenKind::Semicolon) {
      return;
    }
    if (at_own_depth && kind == TokenKind::RightBrace && peek().first_on_line) {
      return;
    }
  }
}

bool TokenCursor::skip_to_body(std::size_t first) {
  while (!at_end() && !(peek().first_on_line && at_declaration())) {
    const Token& token = peek();
    bool closes_own = token.kind == TokenKind::RightBrace && token.payload != Token::no_match &&
                      token.payload >= first;
    if (token.kind == TokenKind::Semicolon ||
        (token.kind == TokenKind::RightBrace && !closes_own)) {
      return false;
    }
    if (at_word("native") && at(TokenKind::RawString, 2)) {
      return true;
    }
    // Of two consecutive pairs of braces the first is not the body: `keps {norm} {`.
    bool is_followed = token.kind == TokenKind::LeftBrace && token.payload != Token::no_match &&
                       tokens_[token.payload + 1].kind == TokenKind::LeftBrace;
    if (token.kind == TokenKind::LeftBrace && !opens_traits() && !is_followed) {
      return true;
    }
    bool opening = token.kind == TokenKind::LeftBrace || token.kind == TokenKind::LeftParen;
    if (opening && token.payload != Token::no_match) {
      move_to(token.payload);
    }
    take();
  }
  return false;
}

void TokenCursor::skip_to_declaration() {
  while (!at_end()) {
    const Token& token = peek();
    bool jumps = token.kind == TokenKind::LeftBrace && token.payload != Token::no_match;
    if (jumps) {
      // The brace may match one of another declaration and enclose whole declarations: look for
      // them inside.
      std::size_t close = token.payload;
      while (index_ < close && !at_misplaced_declaration()) {
        take();
      }
      if (index_ < close) {
        return;
      }
    }
    TokenKind kind = take().kind;
    if (kind == TokenKind::Semicolon || (peek().first_on_line && at_declaration())) {
      return;
    }
    if (kind == TokenKind::RightBrace && peek().first_on_line) {
      return;
    }
  }
}

}  // namespace weft
