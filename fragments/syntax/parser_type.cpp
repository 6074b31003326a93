#include "fragments/syntax/parser_type.h"

#include <fmt/format.h>

#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_hints.h"

namespace weft::parsing {

bool looks_like_type(std::string_view word) {
  constexpr std::string_view beginnings[] = {"float",  "int",     "uint",   "bool", "half",
                                             "double", "vec",     "ivec",   "uvec", "bvec",
                                             "mat",    "texture", "sampler"};
  for (std::string_view beginning : beginnings) {
    if (word.substr(0, beginning.size()) == beginning) {
      return true;
    }
  }
  return false;
}

std::string name_and_type(const TokenCursor& cursor) {
  bool qualified = cursor.at_name(1);  // `in vec3 x`
  std::string_view first = cursor.text(qualified ? cursor.peek() : cursor.previous());
  std::string_view second = cursor.text(qualified ? cursor.peek(1) : cursor.peek());
  bool type_second = looks_like_type(second) && !looks_like_type(first);
  return type_second ? fmt::format("{}: {}", first, second) : fmt::format("{}: {}", second, first);
}

std::optional<syntax::Path> parse_path(Parser& p, std::string_view what) {
  std::optional<syntax::Identifier> first = expect_name(p, what);
  if (!first) {
    return std::nullopt;
  }
  syntax::Path path{{*first}, {}};
  while (p.cursor.accept(TokenKind::Dot)) {
    std::optional<syntax::Identifier> part = expect_name(p, "a name after '.'");
    if (!part) {
      return std::nullopt;
    }
    path.parts.push_back(*part);
  }
  path.span = p.cursor.span_from(first->span.begin);
  return path;
}

bool parse_paths(Parser& p, std::vector<syntax::Path>& into) {
  do {
    std::optional<syntax::Path> path = parse_path(p, "the name of a feature");
    if (!path) {
      return false;
    }
    into.push_back(std::move(*path));
  } while (p.cursor.accept(TokenKind::Comma));
  return true;
}

bool parse_evaluated_features(Parser& p, std::vector<syntax::EvalPort::Feature>& into) {
  do {
    std::optional<syntax::Path> path = parse_path(p, "the name of a feature");
    if (!path) {
      return false;
    }
    into.push_back({std::move(*path), p.cursor.accept_words("keeps", "frame").has_value()});
  } while (p.cursor.accept(TokenKind::Comma));
  return true;
}

bool parse_array_sizes(Parser& p, std::vector<std::optional<syntax::ExprId>>& into) {
  while (p.cursor.at(TokenKind::LeftBracket) && !opens_meta(p.cursor)) {
    std::size_t open = p.cursor.index();
    p.cursor.take();
    if (p.cursor.accept(TokenKind::RightBracket)) {
      into.emplace_back();
      continue;
    }
    bool outer = p.in_array_size;
    p.in_array_size = true;
    std::optional<syntax::ExprId> size = parse_expression(p);
    p.in_array_size = outer;
    if (!size ||
        !expect_closing(p, TokenKind::RightBracket, open, {}, range_hint(p.cursor, open))) {
      return false;
    }
    into.emplace_back(*size);
  }
  return true;
}

std::optional<syntax::TypeRef> parse_type(Parser& p, std::string_view what, std::string_view hint,
                                          AfterType after) {
  std::optional<syntax::Identifier> name = expect_name(p, what, hint);
  if (!name) {
    return std::nullopt;
  }
  syntax::TypeRef type{*name, {}, {}, {}};
  if (!parse_array_sizes(p, type.array_sizes)) {
    return std::nullopt;
  }
  if (opens_traits_in_parentheses(p.cursor)) {
    fail_expected(p, "'{' and traits", "traits are in braces: {use: normal, basis: world}");
    return std::nullopt;
  }
  bool binds = after == AfterType::Bindings && p.cursor.at(TokenKind::Colon, 2) &&
               p.cursor.at_name(3) &&
               (p.cursor.at(TokenKind::Equal, 4) || p.cursor.at(TokenKind::LeftBrace, 4) ||
                p.cursor.at(TokenKind::LeftBracket, 4));
  bool opens = after == AfterType::NoBrace ? p.cursor.at(TokenKind::LeftBrace)
                                           : opens_traits(p.cursor) && !binds;
  if (opens) {
    type.traits = parse_traits(p);
    if (!type.traits) {
      return std::nullopt;
    }
  }
  type.span = p.cursor.span_from(name->span.begin);
  return type;
}

std::optional<syntax::Traits> parse_traits(Parser& p) {
  std::size_t open = p.cursor.index();
  std::uint32_t begin = p.cursor.peek().begin;
  if (!expect(p, TokenKind::LeftBrace, "and traits", "written: {use: normal, basis: world}")) {
    return std::nullopt;
  }
  syntax::Traits traits;
  do {
    std::optional<syntax::Identifier> trait = expect_name(p, "the name of a trait");
    if (!trait) {
      return std::nullopt;
    }
    syntax::TraitStatement statement{*trait, p.cursor.accept(TokenKind::Question), false, *trait};
    if (!expect(p, TokenKind::Colon, "and the trait's value",
                "written: {use: normal, basis: world}")) {
      return std::nullopt;
    }
    statement.variable = p.cursor.accept(TokenKind::Question);
    std::optional<syntax::Identifier> value = expect_name(
        p, statement.variable ? "the name of a trait variable after '?'" : "a value of the trait");
    if (!value) {
      return std::nullopt;
    }
    statement.value = *value;
    traits.statements.push_back(statement);
  } while (p.cursor.accept(TokenKind::Comma));
  if (!expect_closing(p, TokenKind::RightBrace, open, "',' or ")) {
    return std::nullopt;
  }
  traits.span = p.cursor.span_from(begin);
  return traits;
}

std::optional<syntax::Meta> parse_meta(Parser& p) {
  syntax::Meta meta;
  if (!opens_meta(p.cursor)) {
    return meta;
  }
  std::size_t open = p.cursor.index();
  p.cursor.take();
  do {
    std::optional<syntax::Identifier> name = expect_name(p, "the name of a piece of metadata");
    if (!name || !expect(p, TokenKind::Colon, "and its value", "written: [min: 0, max: 1]")) {
      return std::nullopt;
    }
    std::optional<syntax::ExprId> value = parse_expression(p);
    if (!value) {
      return std::nullopt;
    }
    meta.push_back({*name, *value});
  } while (p.cursor.accept(TokenKind::Comma));
  if (!expect_closing(p, TokenKind::RightBracket, open, "',' or ")) {
    return std::nullopt;
  }
  return meta;
}

}  // namespace weft::parsing
