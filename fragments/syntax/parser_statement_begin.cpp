#include "fragments/syntax/parser_statement_begin.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/parser_type.h"
#include "support/spelling.h"

namespace weft::parsing {
namespace {

/// Reports statements and qualifiers of GLSL and HLSL that Weft lacks. Returns whether there was
/// one.
bool fail_foreign_word(Parser& p) {
  struct Foreign {
    std::string_view word;
    TokenKind next;
    std::string_view hint;
  };
  constexpr std::array table = {
      Foreign{"discard", TokenKind::Semicolon,
              "there is no discard statement; write in the material: output coverage = …;"},
      Foreign{"switch", TokenKind::LeftParen,
              "there is no switch statement; write: if … else if …"},
      Foreign{"do", TokenKind::LeftBrace, "there is no do statement; write: while (…) { … }"},
      Foreign{"precise", TokenKind::Name, "remove 'precise'; a demand may be 'invariant'"},
      Foreign{"highp", TokenKind::Name, "remove the precision"},
      Foreign{"mediump", TokenKind::Name, "remove the precision"},
      Foreign{"lowp", TokenKind::Name, "remove the precision"},
      Foreign{"uniform", TokenKind::Name,
              "a value from outside is a port of the fragment, or a feature"},
      Foreign{"in", TokenKind::Name,
              "a value from outside is a port of the fragment, or a feature"},
      Foreign{"out", TokenKind::Name,
              "name several results after '->': (value: float, crest: float)"},
      Foreign{"struct", TokenKind::Name, "declare the struct outside the body"},
  };
  for (const Foreign& foreign : table) {
    bool two_names =
        foreign.next == TokenKind::Name;  // `const x;` declares a local of a type called const
    if (p.cursor.at_word(foreign.word) && p.cursor.at(foreign.next, 1) &&
        (!two_names || p.cursor.at_name(2) || foreign.word == "struct")) {
      fail_expected(p, "a statement", std::string(foreign.hint));
      return true;
    }
  }
  if (p.cursor.at_name() && opens_traits(p.cursor, 1)) {
    p.cursor.move_to(p.cursor.index() + 1);
    fail_expected(p, "the name of the local",
                  "locals in bodies carry no traits; write the data type alone");
    return true;
  }
  return false;
}

/// `whle (x > 1.0) {` or `esle {`: no expression is followed by a block, so the name is a
/// misspelled keyword.
bool fail_misspelt_statement(Parser& p) {
  if (!p.cursor.at_name()) {
    return false;
  }
  std::size_t next = p.cursor.index() + 1;
  const Token& after = p.cursor.token(next);
  bool is_call = after.kind == TokenKind::LeftParen && after.payload != Token::no_match;
  next = is_call ? after.payload + 1 : next;
  if (p.cursor.token(next).kind != TokenKind::LeftBrace) {
    return false;
  }
  static const std::vector<std::string_view> words = {"else", "for", "if", "while"};
  std::string near = spelling_hint(p.cursor.text(p.cursor.peek()), words);
  fail_expected(p, "a statement",
                !near.empty() ? near
                : is_call     ? "a body cannot declare functions; declare another fragment"
                              : "");
  p.cursor.move_to(next);  // the semicolons in the head of a `for` do not end the statement
  return true;
}

}  // namespace

bool fail_foreign_statement(Parser& p) {
  return fail_foreign_word(p) || fail_misspelt_statement(p);
}

bool at_local_declaration(const TokenCursor& cursor) {
  bool is_loop =
      cursor.at_word("loop") && cursor.at_word("with", 2) && cursor.at(TokenKind::LeftParen, 3);
  if (!cursor.at_name() || is_loop) {
    return false;
  }
  if (cursor.at_word("const") && cursor.at_name(1)) {
    return true;
  }
  std::size_t next = cursor.index() + 1;
  while (cursor.token(next).kind == TokenKind::LeftBracket &&
         cursor.token(next).payload != Token::no_match) {
    next = cursor.token(next).payload + 1;
  }
  TokenKind kind = cursor.token(next).kind;
  std::size_t ahead = next - cursor.index();
  bool goes_on = (cursor.at_word("with", ahead) && cursor.at(TokenKind::LeftParen, ahead + 1)) ||
                 (cursor.at_word("as", ahead) && cursor.at(TokenKind::LeftBrace, ahead + 1));
  if (goes_on) {
    return false;
  }
  // Treat a reserved word as the declared name only if a forgotten `;` is less likely.
  bool is_reserved_name = kind == TokenKind::Reserved && next == cursor.index() + 1 &&
                          !cursor.token(next).first_on_line;
  return kind == TokenKind::Name || is_reserved_name;
}

}  // namespace weft::parsing
