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

/// How deep brackets, blocks, unary operators, choices, loops and functions may be nested,
/// together. Passes over the tree may recurse on what is nested, but not on chains (`a + a + …`,
/// `a.b.b…`), which have no limit.
inline constexpr std::size_t max_nesting = 200;
/// Functions among the parameters of functions, and values of a trait below each other: both are
/// nested containers, whose copying and destruction recurse through several frames for each level.
inline constexpr std::size_t max_function_nesting = 16;
inline constexpr std::size_t max_trait_nesting = 64;

/// Where the parser is in the tokens of a file, and what it has complained about.
///
/// A function that finds an error reports it and fails; nobody reports that failure again: whoever
/// can go on skips to the next `;` or `}` that ends what failed. Never two errors at one token, at
/// most `max_errors` in a file.
class TokenCursor {
 public:
  static constexpr std::size_t max_errors = 100;

  TokenCursor(FileId file, const SourceFile& source, LexedText& text);

  const Token& peek(std::size_t ahead = 0) const {
    std::size_t i = index_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  const Token& token(std::size_t index) const { return tokens_[index]; }
  /// The token before; the first one if nothing was taken yet.
  const Token& previous() const { return tokens_[index_ == 0 ? 0 : index_ - 1]; }
  std::size_t index() const { return index_; }
  void move_to(std::size_t index) { index_ = index; }

  bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool at_end() const { return at(TokenKind::End); }
  /// At this very word, reserved or not?
  bool at_word(std::string_view word, std::size_t ahead = 0) const;
  /// At a NAME, `word` being one or not?
  bool at_name(std::size_t ahead = 0) const { return at(TokenKind::Name, ahead); }

  const Token& take();
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  /// Takes two words that only mean something together: where they stand; nothing if they do not.
  std::optional<Span> accept_words(std::string_view first, std::string_view second);

  std::string_view text(const Token& token) const {
    return source_.text().substr(token.begin, token.end - token.begin);
  }
  Span span(const Token& token) const { return {file_, token.begin, token.end}; }
  /// From a byte to the end of the token before.
  Span span_from(std::uint32_t begin) const { return {file_, begin, previous().end}; }
  syntax::Identifier identifier(const Token& token) const {
    return {NameId(token.payload), span(token)};
  }
  const NumberLiteral& number(const Token& token) const { return text_.numbers[token.payload]; }
  const std::string& string(const Token& token) const { return text_.strings[token.payload]; }
  /// The doc comment right before the token where the cursor is, without slashes.
  std::string doc_comment() const;

  /// `'output'`, `the string "core"`, `the end of the file`.
  std::string describe(const Token& token) const;

  // --- Errors; all return false, for `return cursor.fail(…)` ---

  bool fail(Code code, Span span, std::string message, std::string hint = {},
            std::vector<Note> notes = {});
  /// `expected WHAT, found …` at the token.
  bool fail_expected(std::string_view what, std::string hint = {}, std::vector<Note> notes = {});
  /// The same for something left out: marked behind the token before.
  bool fail_missing(std::string_view what, std::string hint = {}, std::vector<Note> notes = {});

  /// Takes a token of punctuation, or fails with `expected ',' WHERE, found …`.
  bool expect(TokenKind kind, std::string_view where, std::string_view hint = {});
  /// Takes the bracket that closes `opening`, or fails and points back at it. `alternative`: what
  /// may stand here besides, like "',' or ".
  bool expect_closing(TokenKind kind, std::size_t opening, std::string_view alternative = {},
                      std::string hint = {});
  bool expect_word(std::string_view word, std::string_view where, std::string_view hint = {});
  /// Takes a name, or fails with `expected WHAT, found …`.
  std::optional<syntax::Identifier> expect_name(std::string_view what, std::string_view hint = {});
  /// Takes the `;` behind `what`. If it is missing and what follows begins a line, complains but
  /// goes on as if it were there.
  bool expect_semicolon(std::string_view what, std::string hint = {});

  /// One more level of nesting, which began at a token; fails if that is too many.
  bool enter(std::size_t token);
  void leave() { --nesting_; }
  std::size_t nesting() const { return nesting_; }
  void leave_to(std::size_t nesting) { nesting_ = nesting; }
  /// Like the failure of enter(), for the limits of containers.
  bool fail_too_deep(std::size_t token, std::size_t limit);
  /// After nesting-too-deep nothing up to the end of the declaration makes sense.
  bool too_deep() const { return too_deep_; }
  void forget_too_deep() { too_deep_ = false; }

  // --- Going on after errors ---

  /// The braces open around the token where the cursor is.
  std::uint32_t depth() { return depth_of(index_); }
  /// The braces open behind the `{` that is this token.
  std::uint32_t depth_behind(std::size_t brace) { return depth_of(brace) + 1; }
  /// Skips behind the next `;` of this depth, or to the `}` that ends it, or to a line that begins
  /// a statement or a declaration; `first` is the token that began what failed, and is skipped at
  /// least.
  void skip_statement(std::uint32_t depth, std::size_t first);
  /// Does a declaration begin here, whatever the parser thinks it is in: one of its words at the
  /// first column, followed by what only a declaration has there?
  bool at_misplaced_declaration() const;
  bool at_declaration() const;
  /// Skips to the body of a declaration whose head failed; false if there is none before the next
  /// declaration.
  /// `first` is the token that began the declaration.
  bool skip_to_body(std::size_t first);
  void skip_to_declaration();
  /// Does `{` at the cursor (plus `ahead`) open traits: a name and then `:` or `? :`?
  bool opens_traits(std::size_t ahead = 0) const;
  /// Does `[` open metadata: a name and then `:`?
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
  std::vector<std::uint32_t> depths_;  ///< of all tokens; made when first asked for
};

}  // namespace weft
