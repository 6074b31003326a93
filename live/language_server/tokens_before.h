#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fragments/syntax/lexer.h"
#include "support/source.h"

namespace weft::lsp {

/// The words that declarations begin with.
inline constexpr std::array<std::string_view, 14> declaration_words = {
    "import",  "trait",    "guarantee",  "extend", "feature",  "struct",  "bound",
    "product", "fragment", "conversion", "graph",  "material", "profile", "prefer"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The tokens before a place.
class TokensBefore {
 public:
  TokensBefore(const SourceFile& source, std::uint32_t offset)
      : source_(source), text_(lex(FileId(0), source, names_)), offset_(offset) {
    while (count_ < text_.tokens.size() && text_.tokens[count_].kind != TokenKind::End &&
           text_.tokens[count_].end < offset) {
      ++count_;
    }
    at_word_ = count_ < text_.tokens.size() && text_.tokens[count_].begin < offset &&
               (is(count_, TokenKind::Name) || is(count_, TokenKind::Reserved));
    word_begin = at_word_ ? text_.tokens[count_].begin : offset;
    if (!at_word_ && count_ < text_.tokens.size() && text_.tokens[count_].end == offset &&
        !is(count_, TokenKind::End)) {
      ++count_;  // a token that ends here and is no word
    }
  }

  /// Whether the place is inside of a comment, a string or a number.
  bool is_inside_token() const {
    const bool in_comment =
        std::any_of(text_.comments.begin(), text_.comments.end(), [&](const Comment& comment) {
          const bool is_line = comment.kind != Comment::Kind::Block;
          return comment.begin < offset_ &&
                 (offset_ < comment.end || (is_line && offset_ == comment.end));
        });
    const bool in_token = count_ < text_.tokens.size() && text_.tokens[count_].begin < offset_ &&
                          text_.tokens[count_].begin != word_begin && !is(count_, TokenKind::End);
    const bool after_number =
        count_ > 0 && is(count_ - 1, TokenKind::Number) && text_.tokens[count_ - 1].end == offset_;
    return in_comment || in_token || after_number;
  }

  /// How many tokens are before the place, without the word that it ends or is in.
  std::size_t count() const { return count_; }
  /// Whether the word at the place, or the place, is followed by a colon.
  bool has_colon_after() const { return is(at_word_ ? count_ + 1 : count_, TokenKind::Colon); }
  /// Whether there is something between a token and the one before it.
  bool is_spaced(std::size_t i) const {
    return i > 0 && text_.tokens[i].begin > text_.tokens[i - 1].end;
  }
  /// Whether what follows the partner of a bracket is the next declaration, or nothing.
  bool ends_declaration(std::size_t i) const {
    const std::uint32_t partner = text_.tokens[i].payload;
    return partner == Token::no_match || is(partner + 1, TokenKind::End) ||
           is_one_of(word(partner + 1), declaration_words);
  }
  bool is(std::size_t i, TokenKind kind) const {
    return i < text_.tokens.size() && text_.tokens[i].kind == kind;
  }
  std::string_view word(std::size_t i) const {
    return i < text_.tokens.size() && (is(i, TokenKind::Name) || is(i, TokenKind::Reserved))
               ? source_.text().substr(text_.tokens[i].begin,
                                       text_.tokens[i].end - text_.tokens[i].begin)
               : std::string_view();
  }
  /// The partner of a closing bracket, if it has one before it.
  std::optional<std::size_t> opening_of(std::size_t i) const {
    const std::uint32_t partner = text_.tokens[i].payload;
    return partner != Token::no_match && partner < i ? std::optional<std::size_t>(partner)
                                                     : std::nullopt;
  }

  /// Whether an opening bracket has its partner on the same line.
  bool closes_on_its_line(std::size_t i) const {
    const std::uint32_t partner = text_.tokens[i].payload;
    if (partner == Token::no_match) {
      return false;
    }
    const std::uint32_t begin = text_.tokens[i].begin;
    return source_.position(begin).line == source_.position(text_.tokens[partner].begin).line;
  }
  /// Whether a string ends with its line, and not with a quote.
  bool is_unclosed(std::size_t i) const {
    const Token& token = text_.tokens[i];
    return token.end - token.begin < 2 || source_.text()[token.end - 1] != '"';
  }
  /// Whether the place is in the file of an import.
  bool is_in_import() const {
    const bool ends_it = count_ > 1 && is(count_ - 1, TokenKind::String) && is_unclosed(count_ - 1);
    const std::size_t at = ends_it ? count_ - 1 : count_;
    return at > 0 && word(at - 1) == "import" && is(at, TokenKind::String);
  }

  std::uint32_t word_begin = 0;

 private:
  const SourceFile& source_;
  Interner names_;
  LexedText text_;
  std::uint32_t offset_;
  std::size_t count_ = 0;
  bool at_word_ = false;
};

}  // namespace weft::lsp
