#include <fmt/format.h>

#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_module.h"

namespace weft {
namespace {

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

}  // namespace

std::string name_and_type(const TokenCursor& cursor) {
  bool qualified = cursor.at_name(1);  // `in vec3 x`
  std::string_view first = cursor.text(qualified ? cursor.peek() : cursor.previous());
  std::string_view second = cursor.text(qualified ? cursor.peek(1) : cursor.peek());
  bool type_second = looks_like_type(second) && !looks_like_type(first);
  return type_second ? fmt::format("{}: {}", first, second) : fmt::format("{}: {}", second, first);
}

std::optional<syntax::ExprId> ModuleParser::parse_expression() {
  return ExpressionParser(*this).run();
}

std::optional<syntax::Path> ModuleParser::parse_path(std::string_view what) {
  std::optional<syntax::Identifier> first = cursor_.expect_name(what);
  if (!first) {
    return std::nullopt;
  }
  syntax::Path path{{*first}, {}};
  while (cursor_.accept(TokenKind::Dot)) {
    std::optional<syntax::Identifier> part = cursor_.expect_name("a name after '.'");
    if (!part) {
      return std::nullopt;
    }
    path.parts.push_back(*part);
  }
  path.span = cursor_.span_from(first->span.begin);
  return path;
}

bool ModuleParser::parse_paths(std::vector<syntax::Path>& into) {
  do {
    std::optional<syntax::Path> path = parse_path("the name of a feature");
    if (!path) {
      return false;
    }
    into.push_back(std::move(*path));
  } while (cursor_.accept(TokenKind::Comma));
  return true;
}

/// `surface.uv keeps frame, surface.position`: the features of an `eval` port.
bool ModuleParser::parse_evaluated_features(std::vector<syntax::EvalPort::Feature>& into) {
  do {
    std::optional<syntax::Path> path = parse_path("the name of a feature");
    if (!path) {
      return false;
    }
    into.push_back({std::move(*path), cursor_.accept_words("keeps", "frame").has_value()});
  } while (cursor_.accept(TokenKind::Comma));
  return true;
}

bool ModuleParser::parse_array_sizes(std::vector<std::optional<syntax::ExprId>>& into) {
  while (cursor_.at(TokenKind::LeftBracket) && !cursor_.opens_meta()) {
    std::size_t open = cursor_.index();
    cursor_.take();
    if (cursor_.accept(TokenKind::RightBracket)) {
      into.emplace_back();
      continue;
    }
    bool outer = in_array_size_;
    in_array_size_ = true;
    std::optional<syntax::ExprId> size = parse_expression();
    in_array_size_ = outer;
    if (!size || !cursor_.expect_closing(TokenKind::RightBracket, open)) {
      return false;
    }
    into.emplace_back(*size);
  }
  return true;
}

std::optional<syntax::TypeRef> ModuleParser::parse_type(std::string_view what,
                                                        std::string_view hint, BehindType behind) {
  std::optional<syntax::Identifier> name = cursor_.expect_name(what, hint);
  if (!name) {
    return std::nullopt;
  }
  syntax::TypeRef type{*name, {}, {}, {}};
  if (!parse_array_sizes(type.array_sizes)) {
    return std::nullopt;
  }
  bool binds = behind == BehindType::Bindings && cursor_.at(TokenKind::Colon, 2) &&
               cursor_.at_name(3) &&
               (cursor_.at(TokenKind::Equal, 4) || cursor_.at(TokenKind::LeftBrace, 4) ||
                cursor_.at(TokenKind::LeftBracket, 4));
  bool opens = behind == BehindType::NoBrace ? cursor_.at(TokenKind::LeftBrace)
                                             : cursor_.opens_traits() && !binds;
  if (opens) {
    type.traits = parse_traits();
    if (!type.traits) {
      return std::nullopt;
    }
  }
  type.span = cursor_.span_from(name->span.begin);
  return type;
}

std::optional<syntax::Traits> ModuleParser::parse_traits() {
  std::size_t open = cursor_.index();
  std::uint32_t begin = cursor_.peek().begin;
  if (!cursor_.expect(TokenKind::LeftBrace, "and traits", "written: {use: normal, basis: world}")) {
    return std::nullopt;
  }
  syntax::Traits traits;
  do {
    std::optional<syntax::Identifier> trait = cursor_.expect_name("the name of a trait");
    if (!trait) {
      return std::nullopt;
    }
    syntax::TraitStatement statement{*trait, cursor_.accept(TokenKind::Question), false, *trait};
    if (!cursor_.expect(TokenKind::Colon, "and the trait's value",
                        "written: {use: normal, basis: world}")) {
      return std::nullopt;
    }
    statement.variable = cursor_.accept(TokenKind::Question);
    std::optional<syntax::Identifier> value = cursor_.expect_name(
        statement.variable ? "the name of a trait variable after '?'" : "a value of the trait");
    if (!value) {
      return std::nullopt;
    }
    statement.value = *value;
    traits.statements.push_back(statement);
  } while (cursor_.accept(TokenKind::Comma));
  if (!cursor_.expect_closing(TokenKind::RightBrace, open, "',' or ")) {
    return std::nullopt;
  }
  traits.span = cursor_.span_from(begin);
  return traits;
}

ModuleParser::MetaResult ModuleParser::parse_meta() {
  syntax::Meta meta;
  if (!cursor_.opens_meta()) {
    return meta;
  }
  std::size_t open = cursor_.index();
  cursor_.take();
  do {
    std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a piece of metadata");
    if (!name || !cursor_.expect(TokenKind::Colon, "and its value", "written: [min: 0, max: 1]")) {
      return std::nullopt;
    }
    std::optional<syntax::ExprId> value = parse_expression();
    if (!value) {
      return std::nullopt;
    }
    meta.push_back({*name, *value});
  } while (cursor_.accept(TokenKind::Comma));
  if (!cursor_.expect_closing(TokenKind::RightBracket, open, "',' or ")) {
    return std::nullopt;
  }
  return meta;
}

}  // namespace weft
