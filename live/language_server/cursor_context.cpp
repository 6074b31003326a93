#include "live/language_server/cursor_context.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "fragments/syntax/lexer.h"

namespace weft::lsp {
namespace {

using Kind = CursorContext::Kind;

constexpr std::array<std::string_view, 5> block_words = {"material", "struct", "trait", "guarantee",
                                                         "profile"};
constexpr std::array<std::string_view, 3> signature_words = {"fragment", "graph", "conversion"};

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
    const bool at_word = count_ < text_.tokens.size() && text_.tokens[count_].begin < offset &&
                         (is(count_, TokenKind::Name) || is(count_, TokenKind::Reserved));
    word_begin = at_word ? text_.tokens[count_].begin : offset;
    if (!at_word && count_ < text_.tokens.size() && text_.tokens[count_].end == offset &&
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

  std::size_t count() const { return count_; }
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
};

/// The bracket that the place is directly inside of, and the commas between.
struct Enclosing {
  std::optional<std::size_t> bracket;
  std::size_t commas = 0;
  std::size_t last_comma = 0;  ///< the token after the last comma or the bracket
  bool has_semicolon = false;
};

Enclosing enclosing(const TokensBefore& tokens, std::size_t from) {
  Enclosing found;
  bool has_last = false;
  for (std::size_t i = from; i-- > 0;) {
    const bool closes = tokens.is(i, TokenKind::RightParen) ||
                        tokens.is(i, TokenKind::RightBracket) ||
                        tokens.is(i, TokenKind::RightBrace);
    if (closes) {
      const auto opening = tokens.opening_of(i);
      i = opening ? *opening : i;
      continue;
    }
    if (tokens.is(i, TokenKind::LeftParen) || tokens.is(i, TokenKind::LeftBracket) ||
        tokens.is(i, TokenKind::LeftBrace)) {
      found.bracket = i;
      found.last_comma = has_last ? found.last_comma : i + 1;
      return found;
    }
    found.has_semicolon = found.has_semicolon || tokens.is(i, TokenKind::Semicolon);
    if (tokens.is(i, TokenKind::Comma)) {
      ++found.commas;
      found.last_comma = has_last ? found.last_comma : i + 1;
      has_last = true;
    }
  }
  found.last_comma = has_last ? found.last_comma : 0;
  return found;
}

/// Whether a `{` opens traits and no block.
bool opens_traits_here(const TokensBefore& tokens, std::size_t brace, const Enclosing& inside) {
  const std::string_view before = brace > 0 ? tokens.word(brace - 1) : std::string_view();
  const bool follows_type = (!before.empty() && (before == "as" || is_name(before))) ||
                            (brace > 0 && tokens.is(brace - 1, TokenKind::RightBracket));
  const bool opens_block = brace > 1 && is_one_of(tokens.word(brace - 2), block_words);
  if (!follows_type || opens_block || inside.has_semicolon) {
    return false;
  }
  if (enclosing(tokens, brace).bracket) {
    return true;
  }
  // After a result: its traits, or a body.
  const bool is_empty = brace + 1 >= tokens.count();
  const bool has_statement =
      tokens.is(brace + 2, TokenKind::Colon) || tokens.is(brace + 2, TokenKind::Question);
  return is_empty ? tokens.closes_on_its_line(brace) : has_statement;
}

/// `a.b.` or `f(…).` before a place.
void describe_member(const TokensBefore& tokens, std::size_t dot, CursorContext& context) {
  context.kind = Kind::Member;
  std::size_t at = dot;
  while (at > 0 && !tokens.word(at - 1).empty()) {
    context.path.insert(context.path.begin(), std::string(tokens.word(at - 1)));
    if (at < 3 || !tokens.is(at - 2, TokenKind::Dot)) {
      return;
    }
    at -= 2;
  }
  context.path.clear();
  if (at > 0 && tokens.is(at - 1, TokenKind::RightParen)) {
    const auto opening = tokens.opening_of(at - 1);
    if (opening && *opening > 0) {
      context.called = tokens.word(*opening - 1);
    }
  }
}

void describe_traits(const TokensBefore& tokens, const Enclosing& inside, CursorContext& context) {
  const std::size_t first = inside.last_comma;
  const std::size_t count = tokens.count();
  if (count == first) {
    context.kind = Kind::TraitName;
  } else if (!tokens.word(first).empty() && tokens.is(count - 1, TokenKind::Colon)) {
    context.kind = Kind::TraitValue;
    context.trait = tokens.word(first);
  }
}

void describe_call(const TokensBefore& tokens, const Enclosing& inside, CursorContext& context) {
  context.callee = tokens.word(*inside.bracket - 1);
  context.argument = inside.commas;
  const std::size_t first = inside.last_comma;
  context.begins_argument = tokens.count() == first;
  if (!tokens.word(first).empty() && tokens.is(first + 1, TokenKind::Colon) &&
      first + 1 < tokens.count()) {
    context.argument_name = tokens.word(first);
  }
  for (std::size_t i = *inside.bracket + 1; i + 1 < tokens.count(); ++i) {
    const bool begins =
        tokens.is(i - 1, TokenKind::LeftParen) || tokens.is(i - 1, TokenKind::Comma);
    if (begins && !tokens.word(i).empty() && tokens.is(i + 1, TokenKind::Colon)) {
      context.given.emplace_back(tokens.word(i));
    }
  }
}

/// Whether a parenthesis opens the ports of a signature.
bool opens_signature(const TokensBefore& tokens, std::size_t paren) {
  return paren > 1 && is_one_of(tokens.word(paren - 2), signature_words);
}

/// Finds the innermost call around the place.
void find_call(const TokensBefore& tokens, CursorContext& context) {
  std::size_t from = tokens.count();
  for (;;) {
    const Enclosing inside = enclosing(tokens, from);
    if (!inside.bracket || tokens.is(*inside.bracket, TokenKind::LeftBrace)) {
      return;
    }
    const std::size_t bracket = *inside.bracket;
    const bool is_call = tokens.is(bracket, TokenKind::LeftParen) && bracket > 0 &&
                         tokens.is(bracket - 1, TokenKind::Name) &&
                         !opens_signature(tokens, bracket) && tokens.word(bracket - 1) != "with";
    if (is_call) {
      return describe_call(tokens, inside, context);
    }
    from = bracket;
  }
}

/// What may follow the token before the place.
Kind kind_after(const TokensBefore& tokens, const Enclosing& inside) {
  const std::size_t count = tokens.count();
  if (count == 0) {
    return Kind::Declaration;
  }
  const std::size_t last = count - 1;
  const bool ends_item = tokens.is(last, TokenKind::Semicolon) ||
                         tokens.is(last, TokenKind::LeftBrace) ||
                         tokens.is(last, TokenKind::RightBrace);
  if (ends_item) {
    return inside.bracket ? Kind::Statement : Kind::Declaration;
  }
  const std::string_view word = tokens.word(last);
  if (word == "import") {
    return Kind::Import;
  }
  if (word == "output") {
    return Kind::Output;
  }
  const bool in_parens = inside.bracket && tokens.is(*inside.bracket, TokenKind::LeftParen);
  if (tokens.is(last, TokenKind::Colon)) {
    const bool is_argument = in_parens && !opens_signature(tokens, *inside.bracket);
    return is_argument ? Kind::Expression : Kind::Type;
  }
  if (tokens.is(last, TokenKind::Arrow)) {
    return Kind::Type;
  }
  if (in_parens && opens_signature(tokens, *inside.bracket) &&
      (tokens.is(last, TokenKind::Comma) || tokens.is(last, TokenKind::LeftParen))) {
    return Kind::Nothing;
  }
  const bool is_operand = !word.empty() && word != "return" && word != "else" && word != "in";
  const bool is_closed = tokens.is(last, TokenKind::RightParen) ||
                         tokens.is(last, TokenKind::RightBracket) ||
                         tokens.is(last, TokenKind::Number) || tokens.is(last, TokenKind::Color);
  return is_operand || is_closed || !inside.bracket ? Kind::Nothing : Kind::Expression;
}

}  // namespace

CursorContext context_at(const SourceFile& source, std::uint32_t offset) {
  const TokensBefore tokens(source, offset);
  CursorContext context;
  context.word_begin = tokens.word_begin;
  const std::size_t count = tokens.count();
  if (tokens.is_in_import()) {
    context.kind = Kind::Import;
    return context;
  }
  find_call(tokens, context);
  if (tokens.is_inside_token()) {
    return context;
  }
  if (count > 0 && tokens.is(count - 1, TokenKind::Dot)) {
    describe_member(tokens, count - 1, context);
    return context;
  }
  const Enclosing inside = enclosing(tokens, count);
  if (inside.bracket && tokens.is(*inside.bracket, TokenKind::LeftBrace) &&
      opens_traits_here(tokens, *inside.bracket, inside)) {
    describe_traits(tokens, inside, context);
    return context;
  }
  context.kind = kind_after(tokens, inside);
  return context;
}

}  // namespace weft::lsp
