// Parses declarations with a signature and a body, and those that rank conversions.

#include "fragments/syntax/parser_definition.h"

#include <fmt/format.h>

#include "fragments/syntax/parser_binding.h"
#include "fragments/syntax/parser_signature.h"
#include "fragments/syntax/parser_statement.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

bool parse_natives(Parser& p, std::vector<syntax::NativeBody>& into) {
  // After the first one, a declaration `native commutes with …` may follow.
  auto begins = [&p] {
    bool quoted = p.cursor.at(TokenKind::RawString, 1) || p.cursor.at(TokenKind::RawString, 2);
    return p.cursor.at_word("native") &&
           (quoted || p.cursor.at_word("glsl", 1) || p.cursor.at_word("hlsl", 1));
  };
  while (into.empty() || begins()) {
    p.cursor.take();
    bool known = p.cursor.at_word("glsl") || p.cursor.at_word("hlsl");
    if (!known) {
      return fail_expected(p, "'glsl' or 'hlsl' after 'native'");
    }
    syntax::Identifier language = p.cursor.identifier(p.cursor.take());
    const Token& text = p.cursor.peek();
    if (text.kind != TokenKind::RawString) {
      return fail_expected(p, "the native text in \"\"\" quotes",
                           "written: native glsl \"\"\" … \"\"\"");
    }
    p.cursor.take();
    into.push_back({language, p.cursor.string(text), p.cursor.span(text)});
  }
  return true;
}

bool parse_leaf_body(Parser& p, std::optional<syntax::StmtId>& body,
                     std::vector<syntax::NativeBody>& natives) {
  if (p.cursor.at(TokenKind::LeftBrace)) {
    body = parse_body(p);
    p.is_past_failure = !body;
    return body.has_value();
  }
  if (p.cursor.at_word("native")) {
    return parse_natives(p, natives);
  }
  return fail_missing(p, "the body, '{' or 'native'");
}

}  // namespace

bool parse_leaf(Parser& p, syntax::Declaration& into, bool is_conversion) {
  std::size_t first = p.cursor.index();
  std::optional<syntax::Signature> signature =
      parse_signature(p, is_conversion ? "conversion" : "fragment", false);
  if (!signature && (p.errors.too_deep() || !skip_to_body(p.cursor, first))) {
    return false;
  }
  std::optional<syntax::StmtId> body;
  std::vector<syntax::NativeBody> natives;
  bool fine = parse_leaf_body(p, body, natives);
  if (!fine || !signature) {
    p.is_past_failure = p.is_past_failure || fine;
    return false;
  }
  if (is_conversion) {
    into.kind = syntax::ConversionDecl{std::move(*signature), body, std::move(natives)};
  } else {
    into.kind = syntax::FragmentDecl{std::move(*signature), body, std::move(natives)};
  }
  return true;
}

bool parse_graph(Parser& p, syntax::Declaration& into) {
  std::size_t first = p.cursor.index();
  std::optional<syntax::Signature> signature = parse_signature(p, "graph", true);
  if (!signature && (p.errors.too_deep() || !skip_to_body(p.cursor, first))) {
    return false;
  }
  std::vector<syntax::BindingId> bindings;
  if (!p.cursor.accept(TokenKind::LeftBrace)) {
    return fail_missing(
        p, "'{' and the bindings of the graph",
        p.cursor.at_word("native") ? "only fragments and conversions have native bodies" : "");
  }
  bool fine = parse_bindings(p, bindings, BindingPlace::Graph);
  p.is_past_failure = !p.errors.too_deep();
  if (fine && signature) {
    into.kind = syntax::GraphDecl{std::move(*signature), std::move(bindings)};
  }
  return fine && signature;
}

bool parse_prefer(Parser& p, syntax::Declaration& into) {
  std::optional<syntax::Identifier> preferred =
      expect_name(p, "the name of the preferred conversion");
  if (!preferred ||
      !expect_word(p, "over", "and the other conversion", "written: prefer a over b;")) {
    return false;
  }
  std::optional<syntax::Identifier> over = expect_name(p, "the name of the other conversion");
  if (!over) {
    return false;
  }
  syntax::PreferDecl prefer{*preferred, *over, std::nullopt};
  if (p.cursor.accept_word("for")) {
    prefer.target = parse_traits(p);
    if (!prefer.target) {
      return false;
    }
  }
  into.kind = std::move(prefer);
  return expect_semicolon(p, "the preference");
}

bool parse_product(Parser& p, syntax::Declaration& into) {
  static constexpr std::string_view form =
      "written: product {use: radiance} * {use: reflectance} -> {use: radiance};";
  std::optional<syntax::Traits> left = parse_traits(p);
  if (!left) {
    return false;
  }
  const bool is_quotient = p.cursor.at(TokenKind::Slash);
  if (!is_quotient && !p.cursor.at(TokenKind::Star)) {
    return fail_expected(p, "'*' or '/' and the other factor", std::string(form));
  }
  p.cursor.take();
  std::optional<syntax::Traits> right = parse_traits(p);
  if (!right || !expect(p, TokenKind::Arrow, "and the result", std::string(form))) {
    return false;
  }
  std::optional<syntax::Traits> result = parse_traits(p);
  if (!result) {
    return false;
  }
  into.kind =
      syntax::ProductDecl{is_quotient, std::move(*left), std::move(*right), std::move(*result)};
  return expect_semicolon(p, "the product");
}

bool parse_bound(Parser& p, syntax::Declaration& into) {
  static constexpr std::string_view form = "written: bound color_like: float3, float4;";
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the bound");
  if (!name || !expect(p, TokenKind::Colon, "and the data types", std::string(form))) {
    return false;
  }
  syntax::BoundDecl bound{*name, {}};
  do {
    if ((p.cursor.at_word("fn") || p.cursor.at_word("eval")) &&
        p.cursor.at(TokenKind::LeftParen, 1)) {
      return fail_expected(p, "a data type", "functions are not values: a bound cannot list them");
    }
    std::optional<syntax::TypeRef> type = parse_type(p, "a data type of the bound", form);
    if (!type) {
      return false;
    }
    bound.types.push_back(std::move(*type));
  } while (p.cursor.accept(TokenKind::Comma));
  into.kind = std::move(bound);
  return expect_semicolon(p, "the bound");
}

bool parse_commutes(Parser& p, syntax::Declaration& into) {
  syntax::Identifier first = p.cursor.identifier(p.cursor.take());
  p.cursor.take();
  p.cursor.take();
  std::optional<syntax::Identifier> second = expect_name(p, "the name of the other conversion");
  if (!second) {
    return false;
  }
  into.kind = syntax::CommutesDecl{first, *second};
  return expect_semicolon(p, "the declaration");
}

bool parse_equals(Parser& p, syntax::Declaration& into) {
  syntax::EqualsDecl equals{p.cursor.identifier(p.cursor.take()), {}};
  p.cursor.take();
  do {
    std::optional<syntax::Identifier> step = expect_name(p, "the name of a conversion");
    if (!step) {
      return false;
    }
    equals.steps.push_back(*step);
  } while (p.cursor.accept_word("then"));
  into.kind = std::move(equals);
  return expect_semicolon(p, "the declaration");
}

}  // namespace weft::parsing
