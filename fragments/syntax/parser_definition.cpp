// Parses declarations with a signature and a body, and those that rank conversions.

#include <fmt/format.h>

#include "fragments/syntax/parser_module.h"

namespace weft {

bool ModuleParser::parse_leaf(syntax::Declaration& into, bool is_conversion) {
  std::size_t first = cursor_.index();
  std::optional<syntax::Signature> signature =
      parse_signature(is_conversion ? "conversion" : "fragment", false);
  if (!signature && (cursor_.too_deep() || !cursor_.skip_to_body(first))) {
    return false;
  }
  std::optional<syntax::StmtId> body;
  std::vector<syntax::NativeBody> natives;
  bool fine = parse_leaf_body(body, natives);
  if (!fine || !signature) {
    behind_failed_ = behind_failed_ || fine;
    return false;
  }
  if (is_conversion) {
    into.kind = syntax::ConversionDecl{std::move(*signature), body, std::move(natives)};
  } else {
    into.kind = syntax::FragmentDecl{std::move(*signature), body, std::move(natives)};
  }
  return true;
}

bool ModuleParser::parse_leaf_body(std::optional<syntax::StmtId>& body,
                                   std::vector<syntax::NativeBody>& natives) {
  if (cursor_.at(TokenKind::LeftBrace)) {
    body = parse_body();
    behind_failed_ = !body;
    return body.has_value();
  }
  if (cursor_.at_word("native")) {
    return parse_natives(natives);
  }
  return cursor_.fail_missing("the body, '{' or 'native'");
}

bool ModuleParser::parse_natives(std::vector<syntax::NativeBody>& into) {
  // After the first one, a declaration `native commutes with …` may follow.
  auto begins = [this] {
    bool quoted = cursor_.at(TokenKind::RawString, 1) || cursor_.at(TokenKind::RawString, 2);
    return cursor_.at_word("native") &&
           (quoted || cursor_.at_word("glsl", 1) || cursor_.at_word("hlsl", 1));
  };
  while (into.empty() || begins()) {
    cursor_.take();
    bool known = cursor_.at_word("glsl") || cursor_.at_word("hlsl");
    if (!known) {
      return cursor_.fail_expected("'glsl' or 'hlsl' after 'native'");
    }
    syntax::Identifier language = cursor_.identifier(cursor_.take());
    const Token& text = cursor_.peek();
    if (text.kind != TokenKind::RawString) {
      return cursor_.fail_expected("the native text in \"\"\" quotes",
                                   "written: native glsl \"\"\" … \"\"\"");
    }
    cursor_.take();
    into.push_back({language, cursor_.string(text), cursor_.span(text)});
  }
  return true;
}

bool ModuleParser::parse_graph(syntax::Declaration& into) {
  std::size_t first = cursor_.index();
  std::optional<syntax::Signature> signature = parse_signature("graph", true);
  if (!signature && (cursor_.too_deep() || !cursor_.skip_to_body(first))) {
    return false;
  }
  if (!cursor_.accept(TokenKind::LeftBrace)) {
    return cursor_.fail_missing(
        "'{' and the bindings of the graph",
        cursor_.at_word("native") ? "only fragments and conversions have native bodies" : "");
  }
  std::vector<syntax::BindingId> bindings;
  bool fine = parse_bindings(bindings, BindingPlace::Graph);
  behind_failed_ = !cursor_.too_deep();
  if (fine && signature) {
    into.kind = syntax::GraphDecl{std::move(*signature), std::move(bindings)};
  }
  return fine && signature;
}

bool ModuleParser::parse_prefer(syntax::Declaration& into) {
  std::optional<syntax::Identifier> preferred =
      cursor_.expect_name("the name of the preferred conversion");
  if (!preferred ||
      !cursor_.expect_word("over", "and the other conversion", "written: prefer a over b;")) {
    return false;
  }
  std::optional<syntax::Identifier> over = cursor_.expect_name("the name of the other conversion");
  if (!over) {
    return false;
  }
  syntax::PreferDecl prefer{*preferred, *over, std::nullopt};
  if (cursor_.accept_word("for")) {
    prefer.target = parse_traits();
    if (!prefer.target) {
      return false;
    }
  }
  into.kind = std::move(prefer);
  return cursor_.expect_semicolon("the preference");
}

bool ModuleParser::parse_product(syntax::Declaration& into) {
  static constexpr std::string_view form =
      "written: product {use: radiance} * {use: reflectance} -> {use: radiance};";
  std::optional<syntax::Traits> left = parse_traits();
  if (!left) {
    return false;
  }
  const bool is_quotient = cursor_.at(TokenKind::Slash);
  if (!is_quotient && !cursor_.at(TokenKind::Star)) {
    return cursor_.fail_expected("'*' or '/' and the other factor", std::string(form));
  }
  cursor_.take();
  std::optional<syntax::Traits> right = parse_traits();
  if (!right || !cursor_.expect(TokenKind::Arrow, "and the result", std::string(form))) {
    return false;
  }
  std::optional<syntax::Traits> result = parse_traits();
  if (!result) {
    return false;
  }
  into.kind =
      syntax::ProductDecl{is_quotient, std::move(*left), std::move(*right), std::move(*result)};
  return cursor_.expect_semicolon("the product");
}

bool ModuleParser::parse_bound(syntax::Declaration& into) {
  static constexpr std::string_view form = "written: bound color_like: float3, float4;";
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the bound");
  if (!name || !cursor_.expect(TokenKind::Colon, "and the data types", std::string(form))) {
    return false;
  }
  syntax::BoundDecl bound{*name, {}};
  do {
    if ((cursor_.at_word("fn") || cursor_.at_word("eval")) && cursor_.at(TokenKind::LeftParen, 1)) {
      return cursor_.fail_expected("a data type",
                                   "functions are not values: a bound cannot list them");
    }
    std::optional<syntax::TypeRef> type = parse_type("a data type of the bound", form);
    if (!type) {
      return false;
    }
    bound.types.push_back(std::move(*type));
  } while (cursor_.accept(TokenKind::Comma));
  into.kind = std::move(bound);
  return cursor_.expect_semicolon("the bound");
}

bool ModuleParser::parse_commutes(syntax::Declaration& into) {
  syntax::Identifier first = cursor_.identifier(cursor_.take());
  cursor_.take();
  cursor_.take();
  std::optional<syntax::Identifier> second =
      cursor_.expect_name("the name of the other conversion");
  if (!second) {
    return false;
  }
  into.kind = syntax::CommutesDecl{first, *second};
  return cursor_.expect_semicolon("the declaration");
}

bool ModuleParser::parse_equals(syntax::Declaration& into) {
  syntax::EqualsDecl equals{cursor_.identifier(cursor_.take()), {}};
  cursor_.take();
  do {
    std::optional<syntax::Identifier> step = cursor_.expect_name("the name of a conversion");
    if (!step) {
      return false;
    }
    equals.steps.push_back(*step);
  } while (cursor_.accept_word("then"));
  into.kind = std::move(equals);
  return cursor_.expect_semicolon("the declaration");
}

}  // namespace weft
