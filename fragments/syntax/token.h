#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

enum class TokenKind : std::uint8_t {
  End,        ///< the end of the text; always the last token
  Error,      ///< invalid text; already reported
  Name,       ///< payload: index of its NameId
  Reserved,   ///< a word that cannot be a name, see is_reserved_word(); payload as for Name
  Number,     ///< payload: index into LexedText::numbers
  String,     ///< payload: index into LexedText::strings
  RawString,  ///< `"""…"""`; payload: index into LexedText::strings
  Color,      ///< `#rrggbb[aa]`
  LeftParen,  ///< payload of brackets: index of the partner, or no_match
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Semicolon,
  Colon,
  Dot,
  Question,
  Equal,
  Arrow,     ///< `->`
  FatArrow,  ///< `=>`
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  PlusPlus,
  MinusMinus,
  PlusEqual,
  MinusEqual,
  StarEqual,
  SlashEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  EqualEqual,
  BangEqual,
  Bang,
  Tilde,
  Ampersand,
  AmpersandAmpersand,
  Pipe,
  PipePipe,
  Caret,
  ShiftLeft,
  ShiftRight,
};

/// A parenthesis, square bracket or brace.
constexpr bool is_bracket(TokenKind kind) {
  return kind >= TokenKind::LeftParen && kind <= TokenKind::RightBrace;
}

/// One token. Kept small: a file may have ten million of them.
struct Token {
  static constexpr std::uint32_t no_match = 0xffffffff;

  std::uint32_t begin = 0;  ///< byte offset in the file
  std::uint32_t end = 0;
  std::uint32_t payload = no_match;
  TokenKind kind = TokenKind::End;
  bool first_on_line = false;
  bool doc_before = false;  ///< a doc comment lies between the previous token and this one
};

/// A comment, which is not a token. `///` is documentation only at the start of a line; after other
/// text it would wrongly attach to the next item.
struct Comment {
  enum class Kind : std::uint8_t { Line, Block, Doc } kind;
  bool first_on_line = false;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  ///< without the line break
};

/// The fixed spelling of a punctuation token; empty for kinds with variable text.
std::string_view spelling(TokenKind kind);

}  // namespace weft
