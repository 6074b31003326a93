#include "live/language_server/cursor_context.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "fragments/syntax/lexer.h"
#include "live/language_server/tokens_before.h"

namespace weft::lsp {
namespace {

using Kind = CursorContext::Kind;

constexpr std::array<std::string_view, 5> block_words = {"material", "struct", "trait", "guarantee",
                                                         "profile"};
constexpr std::array<std::string_view, 3> signature_words = {"fragment", "graph", "conversion"};
/// Statements that may have metadata.
constexpr std::array<std::string_view, 6> described_words = {"param",   "static",  "spec",
                                                             "feature", "provide", "block"};

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

/// The `<` of a list of type parameters that the tokens before `end` belong to.
std::optional<std::size_t> type_parameters_before(const TokensBefore& tokens, std::size_t end) {
  std::size_t i = end;
  while (i > 0 && (!tokens.word(i - 1).empty() || tokens.is(i - 1, TokenKind::Colon) ||
                   tokens.is(i - 1, TokenKind::Comma))) {
    --i;
  }
  const bool is_list =
      i > 2 && tokens.is(i - 1, TokenKind::Less) && is_one_of(tokens.word(i - 3), signature_words);
  return is_list ? std::optional(i - 1) : std::nullopt;
}

/// Whether a parenthesis opens the ports of a fragment, graph or conversion.
bool opens_ports(const TokensBefore& tokens, std::size_t paren) {
  std::size_t end = paren;
  if (paren > 0 && tokens.is(paren - 1, TokenKind::Greater)) {
    end = type_parameters_before(tokens, paren - 1).value_or(0);
  }
  return end > 1 && is_one_of(tokens.word(end - 2), signature_words);
}

/// Whether a parenthesis opens ports or results, also of a function that a port takes.
bool opens_signature(const TokensBefore& tokens, std::size_t paren) {
  const std::string_view before = paren > 0 ? tokens.word(paren - 1) : std::string_view();
  return opens_ports(tokens, paren) || before == "fn" || before == "eval" ||
         (paren > 0 && tokens.is(paren - 1, TokenKind::Arrow));
}

/// The first token of the statement that a token belongs to.
std::size_t statement_begin(const TokensBefore& tokens, std::size_t i) {
  while (i > 0 && !tokens.is(i - 1, TokenKind::Semicolon) &&
         !tokens.is(i - 1, TokenKind::LeftBrace)) {
    const bool closes_block = tokens.is(i - 1, TokenKind::RightBrace);
    const bool follows_traits = tokens.is(i, TokenKind::LeftBracket) ||
                                tokens.is(i, TokenKind::Equal) || tokens.word(i) == "at";
    const bool closes = closes_block || tokens.is(i - 1, TokenKind::RightParen) ||
                        tokens.is(i - 1, TokenKind::RightBracket);
    const auto opening = closes ? tokens.opening_of(i - 1) : std::nullopt;
    if (closes_block && (!follows_traits || !opening)) {
      break;
    }
    i = opening ? *opening : i - 1;
  }
  return i;
}

/// Whether a bracket opens metadata: after a space, in the declaration of something.
bool opens_metadata(const TokensBefore& tokens, std::size_t bracket) {
  if (!tokens.is_spaced(bracket)) {
    return false;
  }
  const Enclosing around = enclosing(tokens, bracket);
  return (around.bracket && tokens.is(*around.bracket, TokenKind::LeftParen) &&
          opens_ports(tokens, *around.bracket)) ||
         is_one_of(tokens.word(statement_begin(tokens, bracket)), described_words);
}

void describe_metadata(const TokensBefore& tokens, CursorContext& context) {
  const std::size_t last = tokens.count() - 1;
  if (tokens.is(last, TokenKind::LeftBracket) || tokens.is(last, TokenKind::Comma)) {
    context.kind = Kind::MetadataName;
  } else if (tokens.is(last, TokenKind::Colon) && last > 0) {
    context.kind = Kind::MetadataValue;
    context.subject = tokens.word(last - 1);
  }
}

/// What a word of profiles and features asks for; nothing after other words.
std::optional<Kind> kind_after_word(const TokensBefore& tokens, CursorContext& context) {
  const std::size_t last = tokens.count() - 1;
  const std::string_view word = tokens.word(last);
  const std::size_t begin = statement_begin(tokens, last);
  if (word == "provide" && begin == last) {
    return Kind::Provided;
  }
  if (word == "set" && begin == last) {
    return Kind::Setting;
  }
  if (last > 0 && begin == last - 1 && tokens.word(begin) == "set") {
    context.subject = word;
    return Kind::SettingValue;
  }
  if (word == "at" && tokens.word(begin) == "feature") {
    return Kind::Rate;
  }
  return std::nullopt;
}

/// What stands after a colon.
Kind kind_after_colon(const TokensBefore& tokens, const Enclosing& inside, CursorContext& context) {
  const std::size_t colon = tokens.count() - 1;
  if (!inside.bracket && colon > 1 && tokens.word(colon - 2) == "profile") {
    return Kind::Profile;
  }
  if (type_parameters_before(tokens, colon)) {
    return Kind::Bound;
  }
  const bool in_parens = inside.bracket && tokens.is(*inside.bracket, TokenKind::LeftParen);
  context.is_of_port = in_parens && opens_ports(tokens, *inside.bracket);
  return in_parens && !opens_signature(tokens, *inside.bracket) ? Kind::Expression : Kind::Type;
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
Kind kind_after(const TokensBefore& tokens, const Enclosing& inside, CursorContext& context) {
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
  if (const auto kind = kind_after_word(tokens, context)) {
    return *kind;
  }
  if (tokens.is(last, TokenKind::Colon)) {
    return kind_after_colon(tokens, inside, context);
  }
  if (tokens.is(last, TokenKind::Arrow)) {
    return Kind::Type;
  }
  const bool in_parens = inside.bracket && tokens.is(*inside.bracket, TokenKind::LeftParen);
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
  context.has_colon = tokens.has_colon_after();
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
    const std::size_t brace = *inside.bracket;
    const bool is_of_result = !enclosing(tokens, brace).bracket && brace + 1 == count &&
                              !tokens.word(brace - 1).empty() && tokens.word(brace - 1) != "as";
    if (is_of_result && tokens.ends_declaration(brace)) {
      context.kind = Kind::BodyOrTraits;
    }
    return context;
  }
  if (inside.bracket && tokens.is(*inside.bracket, TokenKind::LeftBracket) &&
      opens_metadata(tokens, *inside.bracket)) {
    describe_metadata(tokens, context);
    return context;
  }
  context.kind = kind_after(tokens, inside, context);
  return context;
}

}  // namespace weft::lsp
