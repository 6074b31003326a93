#include "fragments/syntax/parser_cursor.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/bracket_matching.h"
#include "fragments/syntax/lexer.h"
#include "fragments/syntax/text_encoding.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// Shortens a token for a message, so that it is still recognizable.
std::string shorten(std::string_view text) {
  constexpr std::size_t shown = 40;
  if (text.size() <= shown) {
    return std::string(text);
  }
  std::size_t end = 0;
  while (end < shown) {
    end += character_length(text.substr(end));
  }
  return std::string(text.substr(0, end)) + "…";
}

/// The quoted words in a text of what is expected, without those that describe the position.
std::vector<std::string_view> quoted_words(std::string_view what) {
  what = what.substr(0, what.find(" after "));
  std::vector<std::string_view> words;
  for (std::size_t open = what.find('\''); open != std::string_view::npos;
       open = what.find('\'', open)) {
    std::size_t close = what.find('\'', open + 1);
    if (close == std::string_view::npos) {
      break;
    }
    for (std::string_view rest = what.substr(open + 1, close - open - 1); !rest.empty();) {
      std::size_t end = std::min(rest.find(' '), rest.size());
      if (is_name(rest.substr(0, end))) {
        words.push_back(rest.substr(0, end));
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    open = close + 1;
  }
  return words;
}

std::string_view without_slashes(std::string_view comment) {
  comment.remove_prefix(3);
  if (!comment.empty() && comment.front() == ' ') {
    comment.remove_prefix(1);
  }
  return comment;
}

}  // namespace

TokenCursor::TokenCursor(FileId file, const SourceFile& source, LexedText& text)
    : file_(file),
      source_(source),
      text_(text),
      tokens_(text.tokens),
      diagnostics_(std::move(text.diagnostics)) {
  gave_up_ = diagnostics_.size() >= max_errors;
  if (gave_up_) {
    index_ = tokens_.size() - 1;
  }
}

bool TokenCursor::at_word(std::string_view word, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return (token.kind == TokenKind::Name || token.kind == TokenKind::Reserved) &&
         text(token) == word;
}

const Token& TokenCursor::take() {
  const Token& taken = peek();
  if (index_ + 1 < tokens_.size()) {
    ++index_;
  }
  return taken;
}

bool TokenCursor::accept(TokenKind kind) {
  bool here = at(kind);
  if (here) {
    take();
  }
  return here;
}

bool TokenCursor::accept_word(std::string_view word) {
  bool here = at_word(word);
  if (here) {
    take();
  }
  return here;
}

std::optional<Span> TokenCursor::accept_words(std::string_view first, std::string_view second) {
  if (!at_word(first) || !at_word(second, 1)) {
    return std::nullopt;
  }
  const std::uint32_t begin = take().begin;
  take();
  return span_from(begin);
}

std::string TokenCursor::doc_comment() const {
  std::string doc;
  if (!peek().doc_before) {
    return doc;
  }
  std::uint32_t from = index_ == 0 ? 0 : previous().end;
  std::uint32_t to = peek().begin;
  auto comment =
      std::lower_bound(text_.comments.begin(), text_.comments.end(), from,
                       [](const Comment& c, std::uint32_t offset) { return c.begin < offset; });
  bool first = true;
  for (; comment != text_.comments.end() && comment->begin < to; ++comment) {
    if (comment->kind == Comment::Kind::Doc) {
      doc += first ? "" : "\n";
      doc += without_slashes(source_.text().substr(comment->begin, comment->end - comment->begin));
      first = false;
    }
  }
  return doc;
}

std::string TokenCursor::describe(const Token& token) const {
  if (token.kind == TokenKind::End) {
    return "the end of the file";
  }
  if (token.kind == TokenKind::String) {
    return fmt::format("the string {}", shorten(text(token)));
  }
  if (token.kind == TokenKind::RawString) {
    return "raw text";
  }
  return fmt::format("{}'{}'", token.kind == TokenKind::Reserved ? "the reserved word " : "",
                     shorten(text(token)));
}

bool TokenCursor::fail(Code code, Span span, std::string message, std::string hint,
                       std::vector<Note> notes) {
  // The lexer has reported Error tokens. A second error at the same token is a consequence of the
  // first.
  bool known = at(TokenKind::Error) || index_ == last_error_ || too_deep_ || gave_up_;
  last_error_ = index_;
  if (known) {
    return false;
  }
  Diagnostic diagnostic = error_at(code, span, std::move(message), std::move(hint));
  diagnostic.notes = std::move(notes);
  diagnostics_.push_back(std::move(diagnostic));
  if (diagnostics_.size() >= max_errors) {
    diagnostics_.back().notes.push_back(
        {"too many errors: the rest of the file was not parsed", std::nullopt});
    gave_up_ = true;
    index_ = tokens_.size() - 1;
  }
  return false;
}

bool TokenCursor::fail_expected(std::string_view what, std::string hint, std::vector<Note> notes) {
  if (at_name()) {
    std::string near = spelling_hint(text(peek()), quoted_words(what));
    hint = near.empty() ? hint : near;
  }
  return fail(Code::SyntaxError, span(peek()),
              fmt::format("expected {}, found {}", what, describe(peek())), std::move(hint),
              std::move(notes));
}

bool TokenCursor::fail_missing(std::string_view what, std::string hint, std::vector<Note> notes) {
  Span behind{file_, previous().end, previous().end};
  return fail(Code::SyntaxError, behind,
              fmt::format("expected {}, found {}", what, describe(peek())), std::move(hint),
              std::move(notes));
}

bool TokenCursor::expect(TokenKind kind, std::string_view where, std::string_view hint) {
  return accept(kind) ||
         fail_expected(fmt::format("'{}' {}", spelling(kind), where), std::string(hint));
}

bool TokenCursor::expect_closing(TokenKind kind, std::size_t opening, std::string_view alternative,
                                 std::string hint) {
  if (accept(kind)) {
    return true;
  }
  const Token& opener = tokens_[opening];
  std::vector<Note> notes;
  notes.push_back({fmt::format("'{}' was opened here", text(opener)), span(opener)});
  return fail_expected(fmt::format("{}'{}'", alternative, spelling(kind)), std::move(hint),
                       std::move(notes));
}

bool TokenCursor::expect_word(std::string_view word, std::string_view where,
                              std::string_view hint) {
  return accept_word(word) || fail_expected(fmt::format("'{}' {}", word, where), std::string(hint));
}

std::optional<syntax::Identifier> TokenCursor::expect_name(std::string_view what,
                                                           std::string_view hint) {
  if (at_name()) {
    return identifier(take());
  }
  fail_expected(what, std::string(hint));
  return std::nullopt;
}

bool TokenCursor::expect_semicolon(std::string_view what, std::string hint) {
  if (accept(TokenKind::Semicolon)) {
    return true;
  }
  bool goes_on = peek().first_on_line || at(TokenKind::RightBrace) || at_end();
  std::string expected = fmt::format("';' after {}", what);
  if (goes_on) {
    fail_missing(expected, std::move(hint));
    last_error_ = static_cast<std::size_t>(
        -1);  // the current token is not at fault and may have a separate error
    return !gave_up_;
  }
  return fail_expected(expected, std::move(hint));
}

bool TokenCursor::enter(std::size_t token) {
  if (nesting_ >= max_nesting) {
    return fail_too_deep(token, max_nesting);
  }
  ++nesting_;
  return true;
}

bool TokenCursor::fail_too_deep(std::size_t token, std::size_t limit) {
  if (!reported_too_deep_) {
    fail(Code::NestingTooDeep, span(tokens_[token]),
         fmt::format("this is nested more than {} levels deep", limit),
         "name the inner parts separately");
  }
  reported_too_deep_ = true;
  too_deep_ = true;
  return false;
}

std::uint32_t TokenCursor::depth_of(std::size_t index) {
  if (depths_.empty()) {
    depths_ = brace_depths(tokens_);
  }
  return depths_[index];
}

bool TokenCursor::opens_traits(std::size_t ahead) const {
  return at(TokenKind::LeftBrace, ahead) && at_name(ahead + 1) &&
         (at(TokenKind::Colon, ahead + 2) ||
          (at(TokenKind::Question, ahead + 2) && at(TokenKind::Colon, ahead + 3)));
}

bool TokenCursor::opens_meta() const {
  return at(TokenKind::LeftBracket) && at_name(1) && at(TokenKind::Colon, 2);
}

}  // namespace weft
