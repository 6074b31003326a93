#include "fragments/syntax/parser_cursor.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/lexer.h"
#include "fragments/syntax/text_encoding.h"

namespace weft::parsing {
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

std::string_view without_slashes(std::string_view comment) {
  comment.remove_prefix(3);
  if (!comment.empty() && comment.front() == ' ') {
    comment.remove_prefix(1);
  }
  return comment;
}

}  // namespace

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

bool TokenCursor::in_first_column() const {
  const std::uint32_t begin = peek().begin;
  return begin == 0 || is_line_end(source_.text()[begin - 1]);
}

std::string describe(const TokenCursor& cursor, const Token& token) {
  if (token.kind == TokenKind::End) {
    return "the end of the file";
  }
  if (token.kind == TokenKind::String) {
    return fmt::format("the string {}", shorten(cursor.text(token)));
  }
  if (token.kind == TokenKind::RawString) {
    return "raw text";
  }
  return fmt::format("{}'{}'", token.kind == TokenKind::Reserved ? "the reserved word " : "",
                     shorten(cursor.text(token)));
}

bool opens_traits(const TokenCursor& cursor, std::size_t ahead) {
  return cursor.at(TokenKind::LeftBrace, ahead) && cursor.at_name(ahead + 1) &&
         (cursor.at(TokenKind::Colon, ahead + 2) ||
          (cursor.at(TokenKind::Question, ahead + 2) && cursor.at(TokenKind::Colon, ahead + 3)));
}

bool opens_meta(const TokenCursor& cursor) {
  return cursor.at(TokenKind::LeftBracket) && cursor.at_name(1) && cursor.at(TokenKind::Colon, 2);
}

bool at_declaration(const TokenCursor& cursor) {
  if (!cursor.at_name()) {
    return false;
  }
  std::string_view word = cursor.text(cursor.peek());
  if (word == "import") {
    return cursor.at(TokenKind::String, 1);
  }
  if (word == "product") {
    return cursor.at(TokenKind::LeftBrace, 1);
  }
  if (word == "prefer") {
    return cursor.at_name(1) && cursor.at_word("over", 2);
  }
  if (!cursor.at_name(1)) {
    return false;
  }
  if (word == "fragment" || word == "conversion" || word == "graph") {
    return cursor.at(TokenKind::LeftParen, 2) || cursor.at(TokenKind::Less, 2);
  }
  if (word == "trait" || word == "guarantee") {
    return cursor.at(TokenKind::LeftBrace, 2) || cursor.at_word("default", 2) ||
           cursor.at_word("distinct", 2);
  }
  if (word == "struct" || word == "material") {
    return cursor.at(TokenKind::LeftBrace, 2);
  }
  if (word == "profile") {
    return cursor.at(TokenKind::LeftBrace, 2) || cursor.at(TokenKind::Colon, 2);
  }
  if (word == "bound") {
    return cursor.at(TokenKind::Colon, 2) && cursor.at_name(3);
  }
  if (word == "extend") {
    return cursor.at(TokenKind::LeftBrace, 2) || cursor.at(TokenKind::Dot, 2);
  }
  return word == "feature" && (cursor.at(TokenKind::Dot, 2) || cursor.at(TokenKind::Colon, 2));
}

bool at_misplaced_declaration(const TokenCursor& cursor) {
  return cursor.in_first_column() && at_declaration(cursor);
}

}  // namespace weft::parsing
