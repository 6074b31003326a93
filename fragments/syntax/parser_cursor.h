#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/syntax.h"

namespace weft::parsing {

/// The parser's position in the tokens of a file. Looks ahead freely; moves by taking tokens.
class TokenCursor {
 public:
  TokenCursor(FileId file, const SourceFile& source, const LexedText& text)
      : file_(file), source_(source), text_(text), tokens_(text.tokens) {}

  const Token& peek(std::size_t ahead = 0) const {
    std::size_t i = index_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  const Token& token(std::size_t index) const { return tokens_[index]; }
  const std::vector<Token>& tokens() const { return tokens_; }
  /// The token before the cursor; the first token if none was consumed.
  const Token& previous() const { return tokens_[index_ == 0 ? 0 : index_ - 1]; }
  std::size_t index() const { return index_; }
  void move_to(std::size_t index) { index_ = index; }

  bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool at_end() const { return at(TokenKind::End); }
  /// Whether the cursor is at this word, reserved or not.
  bool at_word(std::string_view word, std::size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return token.end - token.begin == word.size() &&
           (token.kind == TokenKind::Name || token.kind == TokenKind::Reserved) &&
           text(token) == word;
  }
  /// Whether the cursor is at any name.
  bool at_name(std::size_t ahead = 0) const { return at(TokenKind::Name, ahead); }
  bool in_first_column() const;

  const Token& take() {
    const Token& taken = peek();
    if (index_ + 1 < tokens_.size()) {
      ++index_;
    }
    return taken;
  }
  bool accept(TokenKind kind) {
    const bool here = at(kind);
    if (here) {
      take();
    }
    return here;
  }
  bool accept_word(std::string_view word) {
    const bool here = at_word(word);
    if (here) {
      take();
    }
    return here;
  }
  /// Consumes two words that are only meaningful together and returns their span, or nothing if
  /// they do not follow.
  std::optional<Span> accept_words(std::string_view first, std::string_view second);

  std::string_view text(const Token& token) const {
    return source_.text().substr(token.begin, token.end - token.begin);
  }
  Span span(const Token& token) const { return {file_, token.begin, token.end}; }
  /// The span from a byte to the end of the previous token.
  Span span_from(std::uint32_t begin) const { return {file_, begin, previous().end}; }
  syntax::Identifier identifier(const Token& token) const {
    return {NameId(token.payload), span(token)};
  }
  const NumberLiteral& number(const Token& token) const { return text_.numbers[token.payload]; }
  const std::string& string(const Token& token) const { return text_.strings[token.payload]; }
  /// The doc comment directly before the current token, without slashes.
  std::string doc_comment() const;

 private:
  FileId file_;
  const SourceFile& source_;
  const LexedText& text_;
  const std::vector<Token>& tokens_;
  std::size_t index_ = 0;
};

/// For messages: `'output'`, `the string "core"`, `the end of the file`.
std::string describe(const TokenCursor& cursor, const Token& token);
/// Whether `{` at the cursor (plus `ahead`) opens traits: followed by a name and `:` or `? :`.
bool opens_traits(const TokenCursor& cursor, std::size_t ahead = 0);
/// Whether `[` opens metadata: followed by a name and `:`.
bool opens_meta(const TokenCursor& cursor);
/// Whether a declaration starts here.
bool at_declaration(const TokenCursor& cursor);
/// Whether a declaration starts here regardless of context: a declaration keyword in the first
/// column, followed by a token that only a declaration allows there.
bool at_misplaced_declaration(const TokenCursor& cursor);

}  // namespace weft::parsing
