// What the parser skips after an error.

#include "fragments/syntax/bracket_matching.h"
#include "fragments/syntax/parser_state.h"

namespace weft::parsing {
namespace {

std::uint32_t depth_of(Parser& p, std::size_t token) {
  if (p.brace_depths.empty()) {
    p.brace_depths = brace_depths(p.cursor.tokens());
  }
  return p.brace_depths[token];
}

/// Whether this line certainly begins a statement or binding: no multi-line expression contains
/// this.
bool at_statement_line(const TokenCursor& cursor) {
  if (!cursor.peek().first_on_line) {
    return false;
  }
  bool assigns = cursor.at_name() && (cursor.at(TokenKind::Equal, 1) || cursor.at_name(1));
  return assigns || cursor.at(TokenKind::Reserved) || cursor.at_word("output") ||
         cursor.at_word("param");
}

}  // namespace

std::uint32_t depth(Parser& p) { return depth_of(p, p.cursor.index()); }

std::uint32_t depth_inside(Parser& p, std::size_t brace) { return depth_of(p, brace) + 1; }

void skip_statement(Parser& p, std::uint32_t depth_of_statement, std::size_t first) {
  TokenCursor& cursor = p.cursor;
  while (!cursor.at_end() && !at_misplaced_declaration(cursor)) {
    std::uint32_t here = depth(p);
    TokenKind kind = cursor.peek().kind;
    bool at_own_depth = here == depth_of_statement;
    if (kind == TokenKind::RightBrace && here < depth_of_statement) {
      return;
    }
    if (cursor.index() > first && at_own_depth && at_statement_line(cursor)) {
      return;
    }
    cursor.take();
    if (at_own_depth && kind == TokenKind::Semicolon) {
      return;
    }
    if (at_own_depth && kind == TokenKind::RightBrace && cursor.peek().first_on_line) {
      return;
    }
  }
}

bool skip_to_body(TokenCursor& cursor, std::size_t first) {
  while (!cursor.at_end() && !(cursor.peek().first_on_line && at_declaration(cursor))) {
    const Token& token = cursor.peek();
    bool closes_own = token.kind == TokenKind::RightBrace && token.payload != Token::no_match &&
                      token.payload >= first;
    if (token.kind == TokenKind::Semicolon ||
        (token.kind == TokenKind::RightBrace && !closes_own)) {
      return false;
    }
    if (cursor.at_word("native") && cursor.at(TokenKind::RawString, 2)) {
      return true;
    }
    // Of two consecutive pairs of braces the first is not the body: `keps {norm} {`.
    bool is_followed = token.kind == TokenKind::LeftBrace && token.payload != Token::no_match &&
                       cursor.token(token.payload + 1).kind == TokenKind::LeftBrace;
    if (token.kind == TokenKind::LeftBrace && !opens_traits(cursor) && !is_followed) {
      return true;
    }
    bool opening = token.kind == TokenKind::LeftBrace || token.kind == TokenKind::LeftParen;
    if (opening && token.payload != Token::no_match) {
      cursor.move_to(token.payload);
    }
    cursor.take();
  }
  return false;
}

void skip_to_declaration(TokenCursor& cursor) {
  while (!cursor.at_end()) {
    const Token& token = cursor.peek();
    bool jumps = token.kind == TokenKind::LeftBrace && token.payload != Token::no_match;
    if (jumps) {
      // The brace may match one of another declaration and enclose whole declarations: look for
      // them inside.
      std::size_t close = token.payload;
      while (cursor.index() < close && !at_misplaced_declaration(cursor)) {
        cursor.take();
      }
      if (cursor.index() < close) {
        return;
      }
    }
    TokenKind kind = cursor.take().kind;
    if (kind == TokenKind::Semicolon || (cursor.peek().first_on_line && at_declaration(cursor))) {
      return;
    }
    if (kind == TokenKind::RightBrace && cursor.peek().first_on_line) {
      return;
    }
  }
}

}  // namespace weft::parsing
