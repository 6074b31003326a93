#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/syntax.h"

namespace weft {

/// The limit on nesting of brackets, blocks, unary operators, selections, loops and functions, all
/// counted together. Passes over the tree may recurse on nesting, but not on chains (`a + a + …`,
/// `a.b.b…`), which have no limit.
inline constexpr std::size_t max_nesting = 200;
/// Limits on functions nested in the parameters of functions, and on the depth of a trait's values.
/// Both are nested containers, whose copying and destruction use several stack frames per level.
inline constexpr std::size_t max_function_nesting = 16;
inline constexpr std::size_t max_trait_nesting = 64;

/// The parser's position in the tokens of a file, and the errors it has reported.
///
/// Error protocol: a function that finds an error reports it and returns failure, and its callers
/// do not report that failure again. A caller that can recover skips to the `;` or `}` that ends
/// the failed construct. There is at most one error per token and `max_errors` per file.
class TokenCursor {
 public:
  static constexpr std::size_t max_errors = 100;

  TokenCursor(FileId file, const SourceFile& source, LexedText& text);

  const Token& peek(std::size_t ahead = 0) const {
    std::size_t i = index_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  const Token& token(std::size_t index) const { return tokens_[index]; }
  /// The token before the cursor; the first token if none was consumed.
  const Token& previous() const { return tokens_[index_ == 0 ? 0 : index_ - 1]; }
  std::size_t index() const { return index_; }
  void move_to(std::size_t index) { index_ = index; }

  bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool at_end() const { return at(TokenKind::End); }
  /// Whether the cursor is at this word, reserved or not.
  bool at_word(std::string_view word, std::size_t ahead = 0) const;
  /// Whether the cursor is at any name.
  bool at_name(std::size_t ahead = 0) const { return at(TokenKind::Name, ahead); }

  const Token& take();
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
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

  /// For messages: `'output'`, `the string "core"`, `the end of the file`.
  std::string describe(const Token& token) const;

  // --- Errors: all return false, for `return cursor.fail(…)` ---

  bool fail(Code code, Span span, std::string message, std::string hint = {},
            std::vector<Note> notes = {});
  /// Reports `expected WHAT, found …` at the current token.
  bool fail_expected(std::string_view what, std::string hint = {}, std::vector<Note> notes = {});
  /// The same for an omitted token, reported after the previous token.
  bool fail_missing(std::string_view what, std::string hint = {}, std::vector<Note> notes = {});

  /// Consumes a punctuation token, or reports `expected ',' WHERE, found …`.
  bool expect(TokenKind kind, std::string_view where, std::string_view hint = {});
  /// Consumes the bracket that closes `opening`, or reports an error that points back to it.
  /// `alternative` names what else is allowed here, like "',' or ".
  bool expect_closing(TokenKind kind, std::size_t opening, std::string_view alternative = {},
                      std::string hint = {});
  bool expect_word(std::string_view word, std::string_view where, std::string_view hint = {});
  /// Consumes a name, or reports `expected WHAT, found …`.
  std::optional<syntax::Identifier> expect_name(std::string_view what, std::string_view hint = {});
  /// Consumes the `;` after `what`. If it is missing and the next token starts a line, reports the
  /// error but continues as if it were there.
  bool expect_semicolon(std::string_view what, std::string hint = {});

  /// Enters a nesting level that starts at a token; fails if the limit is exceeded.
  bool enter(std::size_t token);
  void leave() { --nesting_; }
  std::size_t nesting() const { return nesting_; }
  void leave_to(std::size_t nesting) { nesting_ = nesting; }
  /// Reports the same error as enter(), for the limits on containers.
  bool fail_too_deep(std::size_t token, std::size_t limit);
  /// Set after nesting-too-deep: the rest of the declaration is not parsed.
  bool too_deep() const { return too_deep_; }
  void forget_too_deep() { too_deep_ = false; }

  // --- Error recovery ---

  /// The number of braces open around the current token.
  std::uint32_t depth() { return depth_of(index_); }
  /// The number of braces open inside the `{` at this index.
  std::uint32_t depth_behind(std::size_t brace) { return depth_of(brace) + 1; }
  /// Skips past the next `;` at this depth, or to the `}` that closes it, or to a line that starts
  /// a statement or declaration. `first` is the first token of the failed construct, which is
  /// skipped in any case.
  void skip_statement(std::uint32_t depth, std::size_t first);
  /// Whether a declaration starts here regardless of context: a declaration keyword in the first
  /// column, followed by a token that only a declaration allows there.
  bool at_misplaced_declaration() const;
  bool at_declaration() const;
  /// Skips to the body of a declaration whose head failed. Returns false if the next declaration
  /// comes first. `first` is the first token of the declaration.
  bool skip_to_body(std::size_t first);
  void skip_to_declaration();
  /// Whether `{` at the cursor (plus `ahead`) opens traits: followed by a name and `:` or `? :`.
  bool opens_traits(std::size_t ahead = 0) const;
  /// Whether `[` opens metadata: followed by a name and `:`.
  bool opens_meta() const;

  Diagnostics take_diagnostics() { return std::move(diagnostics_); }
  bool gave_up() const { return gave_up_; }

 private:
  std::uint32_t depth_of(std::size_t index);
  bool at_statement_line() const;

  FileId file_;
  const SourceFile& source_;
  LexedText& text_;
  const std::vector<Token>& tokens_;
  std::size_t index_ = 0;
  std::size_t nesting_ = 0;
  std::size_t last_error_ = static_cast<std::size_t>(-1);
  bool too_deep_ = false;
  bool reported_too_deep_ = false;
  bool gave_up_ = false;
  Diagnostics diagnostics_;
  std::vector<std::uint32_t> depths_;  ///< of all tokens; computed on first use
};

}  // namespace weft
