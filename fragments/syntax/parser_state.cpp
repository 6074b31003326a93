#include "fragments/syntax/parser_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/parser_hints.h"
#include "support/spelling.h"

namespace weft::parsing {
namespace {

/// The quoted words in a text of expectations, without those that describe the position.
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

}  // namespace

bool fail(Parser& p, Code code, Span span, std::string message, std::string hint,
          std::vector<Note> notes) {
  return p.errors.fail(code, span, std::move(message), std::move(hint), std::move(notes));
}

bool fail_expected(Parser& p, std::string_view what, std::string hint, std::vector<Note> notes) {
  if (p.cursor.at_name()) {
    std::string near = spelling_hint(p.cursor.text(p.cursor.peek()), quoted_words(what));
    hint = near.empty() ? hint : near;
  }
  return fail(p, Code::SyntaxError, p.cursor.span(p.cursor.peek()),
              fmt::format("expected {}, found {}", what, describe(p.cursor, p.cursor.peek())),
              std::move(hint), std::move(notes));
}

bool fail_missing(Parser& p, std::string_view what, std::string hint, std::vector<Note> notes) {
  const Span after = p.cursor.span_from(p.cursor.previous().end);
  return fail(p, Code::SyntaxError, after,
              fmt::format("expected {}, found {}", what, describe(p.cursor, p.cursor.peek())),
              std::move(hint), std::move(notes));
}

bool expect(Parser& p, TokenKind kind, std::string_view where, std::string_view hint) {
  return p.cursor.accept(kind) ||
         fail_expected(p, fmt::format("'{}' {}", spelling(kind), where), std::string(hint));
}

bool expect_closing(Parser& p, TokenKind kind, std::size_t opening, std::string_view alternative,
                    std::string hint) {
  if (p.cursor.accept(kind)) {
    return true;
  }
  const Token& opener = p.cursor.token(opening);
  std::vector<Note> notes;
  notes.push_back(
      {fmt::format("'{}' was opened here", p.cursor.text(opener)), p.cursor.span(opener)});
  hint = hint.empty() ? operator_word_hint(p.cursor) : hint;
  return fail_expected(p, fmt::format("{}'{}'", alternative, spelling(kind)), std::move(hint),
                       std::move(notes));
}

bool expect_word(Parser& p, std::string_view word, std::string_view where, std::string_view hint) {
  return p.cursor.accept_word(word) ||
         fail_expected(p, fmt::format("'{}' {}", word, where), std::string(hint));
}

std::optional<syntax::Identifier> expect_name(Parser& p, std::string_view what,
                                              std::string_view hint) {
  if (p.cursor.at_name()) {
    return p.cursor.identifier(p.cursor.take());
  }
  fail_expected(p, what, std::string(hint));
  return std::nullopt;
}

bool expect_semicolon(Parser& p, std::string_view what, std::string_view hint) {
  if (p.cursor.accept(TokenKind::Semicolon)) {
    return true;
  }
  bool goes_on =
      p.cursor.peek().first_on_line || p.cursor.at(TokenKind::RightBrace) || p.cursor.at_end();
  std::string expected = fmt::format("';' after {}", what);
  if (goes_on) {
    fail_missing(p, expected, std::string(hint));
    p.errors.forget_last();
    return !p.errors.gave_up();
  }
  std::string written = operator_word_hint(p.cursor);
  return fail_expected(p, expected, written.empty() ? std::string(hint) : std::move(written));
}

bool enter(Parser& p, std::size_t token) {
  if (p.nesting >= max_nesting) {
    return p.errors.fail_too_deep(token, max_nesting);
  }
  ++p.nesting;
  return true;
}

}  // namespace weft::parsing
