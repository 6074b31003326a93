#include "fragments/syntax/fragment_places.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "fragments/syntax/characters.h"

namespace weft {
namespace {

constexpr std::string_view raw_quotes = R"(""")";

enum class Byte : std::uint8_t { Other, Opening, Closing, Quote, Slash };

/// Per byte, what it means in brackets.
constexpr auto byte_kinds = [] {
  std::array<Byte, 256> table{};
  for (const char c : {'(', '[', '{'}) {
    table[static_cast<unsigned char>(c)] = Byte::Opening;
  }
  for (const char c : {')', ']', '}'}) {
    table[static_cast<unsigned char>(c)] = Byte::Closing;
  }
  table['"'] = Byte::Quote;
  table['/'] = Byte::Slash;
  return table;
}();

Byte byte_of(char c) { return byte_kinds[static_cast<unsigned char>(c)]; }

/// A position in the text. Where something is never closed, it moves to the end.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts_with(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  bool in_first_column() const { return at_ == 0 || is_line_end(text_[at_ - 1]); }
  void move_to(std::size_t at) { at_ = at; }
  void take() { ++at_; }

  void skip_blanks_and_comments() {
    while (!at_end()) {
      const char c = peek();
      if (c == ' ' || is_line_end(c) || c == '\t' || c == '\f' || c == '\v') {
        ++at_;
      } else if (!skip_comment()) {
        return;
      }
    }
  }

  /// The word that begins here, without what follows it; empty if none does.
  std::string_view take_word() {
    const std::size_t begin = at_;
    if (is_letter(peek())) {
      while (is_word(peek())) {
        ++at_;
      }
    }
    return text_.substr(begin, at_ - begin);
  }

  void skip_string() {
    if (starts_with(raw_quotes)) {
      skip_past(raw_quotes, raw_quotes.size());
      return;
    }
    for (++at_; !at_end() && peek() != '"' && !is_line_end(peek()); ++at_) {
      at_ += peek() == '\\' ? 1 : 0;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  /// Skips from an opening bracket past its partner. Counts brackets of all kinds alike: where they
  /// do not match, the parser has an error anyway. Returns false if it is not closed.
  bool skip_brackets() {
    std::int64_t depth = 0;
    for (skip_others(); !at_end(); skip_others()) {
      const Byte byte = byte_of(text_[at_]);
      if (byte == Byte::Quote) {
        skip_string();
      } else if (byte == Byte::Slash) {
        at_ += skip_comment() ? 0 : 1;
      } else {
        ++at_;
        depth += byte == Byte::Opening ? 1 : -1;
        if (depth == 0) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  void skip_others() {
    std::size_t at = at_;
    while (at < text_.size() && byte_of(text_[at]) == Byte::Other) {
      ++at;
    }
    at_ = at;
  }

  bool skip_comment() {
    if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) {
      return false;
    }
    if (peek(1) == '*') {
      skip_past("*/", 2);
    } else {
      while (!at_end() && !is_line_end(text_[at_])) {
        ++at_;
      }
    }
    return true;
  }

  void skip_past(std::string_view closing, std::size_t opening_length) {
    const std::size_t close = text_.find(closing, at_ + opening_length);
    at_ = close == std::string_view::npos ? text_.size() : close + closing.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// As opens_traits() and parse_type() decide: `{` after the type of a result opens traits if a name
/// and `:` or `? :` follow, unless that is a binding with its type.
bool opens_traits(TextCursor cursor) {
  cursor.take();
  cursor.skip_blanks_and_comments();
  if (cursor.take_word().empty()) {
    return false;
  }
  cursor.skip_blanks_and_comments();
  if (cursor.peek() == '?') {
    cursor.take();
    cursor.skip_blanks_and_comments();
  }
  if (cursor.peek() != ':') {
    return false;
  }
  cursor.take();
  cursor.skip_blanks_and_comments();
  cursor.take_word();
  cursor.skip_blanks_and_comments();
  return cursor.peek() != '=' && cursor.peek() != '{' && cursor.peek() != '[';
}

/// From the ports to the body, which the cursor is at afterward. Returns false if there is none.
bool skip_to_body(TextCursor& cursor) {
  std::string_view word;   // if it is what precedes the cursor
  bool is_result = false;  // whether `->` does
  for (cursor.skip_blanks_and_comments(); !cursor.at_end(); cursor.skip_blanks_and_comments()) {
    const char c = cursor.peek();
    if (is_letter(c)) {
      const std::size_t begin = cursor.at();
      if (cursor.in_first_column()) {
        return false;  // the next declaration
      }
      word = cursor.take_word();
      if (word == "native") {
        cursor.move_to(begin);
        return true;
      }
      is_result = false;
      continue;
    }
    if (c == '{' && !is_result && word != "drops" && word != "keeps" && !opens_traits(cursor)) {
      return true;
    }
    is_result = cursor.starts_with("->");
    if (byte_of(c) == Byte::Opening) {
      if (!cursor.skip_brackets()) {
        return false;
      }
    } else if (c == ';' || byte_of(c) == Byte::Closing || c == '"') {
      return false;
    } else {
      cursor.move_to(cursor.at() + (is_result ? 2 : 1));
    }
    word = {};
  }
  return false;
}

/// Skips `native glsl """…"""`, if the cursor is at one.
bool skip_native(TextCursor& cursor) {
  TextCursor ahead = cursor;
  ahead.skip_blanks_and_comments();
  if (ahead.take_word() != "native") {
    return false;
  }
  ahead.skip_blanks_and_comments();
  ahead.take_word();
  ahead.skip_blanks_and_comments();
  if (!ahead.starts_with(raw_quotes)) {
    return false;
  }
  ahead.skip_string();
  cursor = ahead;
  return true;
}

/// The declaration whose keyword the cursor is at. The cursor is at its end afterward. `begin` is
/// the end of the one before.
std::optional<FragmentPlace> take_fragment(TextCursor& cursor, std::size_t begin) {
  const auto range_from = [&cursor](std::size_t from) {
    return TextRange{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(cursor.at())};
  };
  FragmentPlace place;
  const std::size_t keyword = cursor.at();
  const std::string_view word = cursor.take_word();
  place.keyword = range_from(keyword);
  cursor.skip_blanks_and_comments();
  const std::size_t name = cursor.at();
  const bool is_named = !cursor.take_word().empty();
  place.name = range_from(name);
  cursor.skip_blanks_and_comments();
  if ((word != "fragment" && word != "graph") || !is_named ||
      (cursor.peek() != '(' && cursor.peek() != '<') || !skip_to_body(cursor)) {
    return std::nullopt;
  }
  const std::size_t body = cursor.at();
  bool is_closed = cursor.peek() == '{' ? cursor.skip_brackets() : skip_native(cursor);
  while (is_closed && skip_native(cursor)) {
  }
  place.body = range_from(body);
  place.text = range_from(begin);
  return is_closed ? std::optional(place) : std::nullopt;
}

}  // namespace

std::vector<FragmentPlace> find_fragments(std::string_view text) {
  std::vector<FragmentPlace> found;
  TextCursor cursor(text);
  bool may_begin = true;     // whether what precedes the cursor may end a declaration
  std::size_t previous = 0;  // where it ends, if so
  for (cursor.skip_blanks_and_comments(); !cursor.at_end(); cursor.skip_blanks_and_comments()) {
    const char c = cursor.peek();
    if (is_letter(c)) {
      TextCursor ahead = cursor;
      const auto place = may_begin ? take_fragment(ahead, previous) : std::nullopt;
      if (place) {
        found.push_back(*place);
        cursor = ahead;
      } else {
        cursor.take_word();
      }
      may_begin = place.has_value();
    } else if (c == '"') {
      may_begin = cursor.starts_with(raw_quotes);  // of a native conversion
      cursor.skip_string();
    } else if (byte_of(c) == Byte::Opening) {
      may_begin = cursor.skip_brackets() && c == '{';
    } else {
      cursor.take();
      may_begin = c == ';';
    }
    previous = may_begin ? cursor.at() : previous;
  }
  return found;
}

}  // namespace weft
