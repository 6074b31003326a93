// Parses the bindings of graphs and materials, and the other items among them. Those of loops are
// parsed with expressions.

#include "fragments/syntax/parser_binding.h"

#include <fmt/format.h>

#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_type.h"
#include "support/spelling.h"

namespace weft::parsing {
namespace {

/// A hint if text follows `value` where the expression should end.
std::string_view hint_after(const syntax::Module& module, syntax::ExprId value) {
  return std::holds_alternative<syntax::AscribeExpr>(module.exprs[value].kind)
             ? "'as' applies to everything before it: parenthesize it, (… as {…}), to use the "
               "result"
             : "";
}

std::string_view place_name(BindingPlace place) {
  switch (place) {
    case BindingPlace::Graph:
      return "graph";
    case BindingPlace::Material:
      return "material";
    case BindingPlace::Loop:
      return "loop";
  }
  return "graph";
}

bool is_assignment(TokenKind kind) {
  return kind == TokenKind::PlusEqual || kind == TokenKind::MinusEqual ||
         kind == TokenKind::StarEqual || kind == TokenKind::SlashEqual ||
         kind == TokenKind::PlusPlus || kind == TokenKind::MinusMinus;
}

std::string no_binding(BindingPlace place) {
  return fmt::format("a binding or '}}' in the {}", place_name(place));
}

/// Hints for keywords of GLSL or HLSL in place of a binding.
std::string_view word_hint(const TokenCursor& cursor, BindingPlace place) {
  if (cursor.at_word("return")) {
    return place == BindingPlace::Material ? "a result is written: output color = …;"
                                           : "a result is written: output …;";
  }
  if (cursor.at_word("for") || cursor.at_word("while")) {
    return "statements are only allowed in fragment bodies; here, repeat with: r = loop 8 with "
           "(sum: "
           "float = 0.0) { sum = …; }";
  }
  if (cursor.at_word("if")) {
    return "statements are only allowed in fragment bodies; here, select with: condition ? a : b";
  }
  if (cursor.at_word("discard")) {
    return "there is no discard statement; write: output coverage = …;";
  }
  if (cursor.at_word("uniform") || cursor.at_word("in") || cursor.at_word("const") ||
      cursor.at_word("varying")) {
    return place == BindingPlace::Material
               ? "a parameter is written: param name: type = …;"
               : "inputs are ports: write them in the parentheses after the name of the graph";
  }
  if (cursor.at_word("out")) {
    return "a result is written: output color = …;";
  }
  return {};
}

std::optional<syntax::BindingId> parse_stitch(Parser& p, BindingPlace place) {
  std::uint32_t begin = p.cursor.take().begin;
  std::size_t open = p.cursor.index();
  p.cursor.take();
  syntax::StitchBinding stitch;
  while (!p.cursor.accept(TokenKind::RightBrace)) {
    if (p.errors.too_deep()) {
      return std::nullopt;
    }
    if (p.cursor.at_end() || at_misplaced_declaration(p.cursor)) {
      fail_unclosed(p, open);
      return std::nullopt;
    }
    std::size_t first = p.cursor.index();
    std::optional<syntax::BindingId> binding;
    if (p.cursor.at_word("stitch") && p.cursor.at(TokenKind::LeftBrace, 1)) {
      fail_expected(p, "a binding", "stitch blocks do not nest");
    } else {
      binding = parse_binding(p, place);
    }
    if (binding) {
      stitch.bindings.push_back(*binding);
    } else {
      skip_statement(p, depth_inside(p, open), first);
    }
  }
  return p.module.bindings.add({p.cursor.span_from(begin), std::move(stitch)});
}

std::optional<syntax::BindingId> parse_output(Parser& p, BindingPlace place) {
  std::uint32_t begin = p.cursor.take().begin;
  if (p.cursor.at(TokenKind::Equal) || p.cursor.at(TokenKind::Colon)) {
    fail_expected(p, "the name of the output", "an output has a name: output color = …;");
    return std::nullopt;
  }
  if (place == BindingPlace::Material && p.cursor.at_name() && p.cursor.at(TokenKind::Colon, 1)) {
    p.cursor.take();
    fail_expected(p, "'=' or ';' after the name of the output",
                  "the profile's demand says the type of an output");
    return std::nullopt;
  }
  std::optional<syntax::ExprId> target = parse_expression(p);
  if (!target) {
    return std::nullopt;
  }
  syntax::OutputBinding output{*target, std::nullopt};
  bool has_value = p.cursor.at(TokenKind::Equal);
  const syntax::Expr& target_expr = p.module.exprs[*target];
  bool names = std::holds_alternative<syntax::NameExpr>(target_expr.kind);
  if (!names && (has_value || place == BindingPlace::Material)) {
    fail(p, Code::SyntaxError, target_expr.span, "expected the name of an output",
         "an output has a name: output color = …;");
    return std::nullopt;
  }
  if (has_value) {
    p.cursor.take();
    output.value = parse_expression(p);
    if (!output.value) {
      return std::nullopt;
    }
  }
  if (!expect_semicolon(p, "the output",
                        output.value ? hint_after(p.module, *output.value) : std::string_view())) {
    return std::nullopt;
  }
  return p.module.bindings.add({p.cursor.span_from(begin), output});
}

std::optional<syntax::ParameterDecl> parse_parameter(Parser& p) {
  using Kind = syntax::ParameterDecl::Kind;
  std::string doc = p.cursor.doc_comment();
  std::uint32_t begin = p.cursor.peek().begin;
  Kind kind = p.cursor.accept_word("static") ? Kind::Static
              : p.cursor.accept_word("spec") ? Kind::Spec
                                             : Kind::Plain;
  if (!expect_word(p, "param", "and the name of a parameter",
                   "written: static param two_sided: bool = false;")) {
    return std::nullopt;
  }
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the parameter");
  if (!name) {
    return std::nullopt;
  }
  std::string hint;
  if (p.cursor.at_name()) {
    std::string_view first = p.cursor.text(p.cursor.previous());
    hint = first == "static" || first == "spec"
               ? fmt::format("written: {} param {}: …;", first, p.cursor.text(p.cursor.peek()))
               : fmt::format("written: param {};", name_and_type(p.cursor));
  }
  if (!expect(p, TokenKind::Colon, "and the type of the parameter", hint)) {
    return std::nullopt;
  }
  std::optional<syntax::TypeRef> type = parse_type(p, "the type of the parameter");
  if (!type) {
    return std::nullopt;
  }
  syntax::ParameterDecl parameter{kind, *name, std::move(*type), {}, {}, std::move(doc), {}};
  if (p.cursor.accept(TokenKind::Equal)) {
    parameter.default_value = parse_expression(p);
    if (!parameter.default_value) {
      return std::nullopt;
    }
  }
  std::optional<syntax::Meta> meta = parse_meta(p);
  if (!meta || !expect_semicolon(p, "the parameter")) {
    return std::nullopt;
  }
  parameter.meta = std::move(*meta);
  parameter.span = p.cursor.span_from(begin);
  return parameter;
}

/// The words with which other languages begin a declaration.
bool is_word_of_other_languages(std::string_view word) {
  return word == "let" || word == "var" || word == "auto" || word == "val" || word == "def";
}

}  // namespace

std::optional<BindingHead> parse_binding_head(Parser& p, BindingPlace place) {
  if (at_declaration(p.cursor)) {
    fail_expected(p, no_binding(place),
                  fmt::format("declare the {} outside of the {}, in front of it",
                              p.cursor.text(p.cursor.peek()), place_name(place)));
    return std::nullopt;
  }
  const bool is_bound = p.cursor.at(TokenKind::Equal, 1) || p.cursor.at(TokenKind::Colon, 1);
  const std::string_view hint =
      p.cursor.at_name() && is_bound ? std::string_view() : word_hint(p.cursor, place);
  if (p.cursor.at_name() && !hint.empty()) {
    fail_expected(p, no_binding(place), std::string(hint));
    return std::nullopt;
  }
  if (place == BindingPlace::Loop && p.cursor.at_word("output") &&
      !p.cursor.at(TokenKind::Equal, 1)) {
    fail_expected(p, "a binding or '}' in the loop",
                  "read the loop's result outside of it: name.state");
    return std::nullopt;
  }
  if (!p.cursor.at_name()) {
    fail_expected(p, no_binding(place), std::string(hint));
    // Skip the head of a `for (…)`: its semicolons do not end it.
    if (!hint.empty() && p.cursor.at(TokenKind::LeftParen, 1) &&
        p.cursor.peek(1).payload != Token::no_match) {
      p.cursor.move_to(p.cursor.peek(1).payload);
    }
    return std::nullopt;
  }
  BindingHead head{p.cursor.identifier(p.cursor.take()), std::nullopt};
  std::string_view spelt = p.cursor.text(p.cursor.previous());
  if (p.cursor.accept(TokenKind::Colon)) {
    head.type = parse_type(p, "the type of the binding");
    if (!head.type || !expect(p, TokenKind::Equal, "and the value of the binding")) {
      return std::nullopt;
    }
    return head;
  }
  if (p.cursor.at_name()) {
    static const std::vector<std::string_view> words = {"output", "param", "spec", "static",
                                                        "stitch"};
    std::string near = place == BindingPlace::Loop ? std::string() : spelling_hint(spelt, words);
    fail_expected(
        p, fmt::format("'=' or ':' after '{}'", spelt),
        !near.empty() ? near
        : is_word_of_other_languages(spelt)
            ? fmt::format("a binding needs no '{}': {} = …;", spelt, p.cursor.text(p.cursor.peek()))
            : fmt::format("a binding with a type is written: {} = …;", name_and_type(p.cursor)));
    return std::nullopt;
  }
  if (is_assignment(p.cursor.peek().kind)) {
    fail_expected(p, fmt::format("'=' or ':' after '{}'", spelt),
                  "a name is bound once; bind a new name to the new value");
    return std::nullopt;
  }
  if (p.cursor.at(TokenKind::Dot) || p.cursor.at(TokenKind::LeftBracket)) {
    fail_expected(p, fmt::format("'=' or ':' after '{}'", spelt),
                  "a binding names a whole value, not a part of one");
    return std::nullopt;
  }
  if (!p.cursor.accept(TokenKind::Equal)) {
    fail_expected(p, fmt::format("'=' or ':' after '{}'", spelt));
    return std::nullopt;
  }
  return head;
}

std::optional<syntax::BindingId> parse_binding(Parser& p, BindingPlace place) {
  std::uint32_t begin = p.cursor.peek().begin;
  if (p.cursor.at_word("stitch") && p.cursor.at(TokenKind::LeftBrace, 1)) {
    return parse_stitch(p, place);
  }
  if (p.cursor.at_word("output")) {
    return parse_output(p, place);
  }
  std::optional<BindingHead> head = parse_binding_head(p, place);
  if (!head) {
    return std::nullopt;
  }
  std::optional<syntax::ExprId> value = parse_expression(p);
  if (!value || !expect_semicolon(p, "the binding", hint_after(p.module, *value))) {
    return std::nullopt;
  }
  return p.module.bindings.add(
      {p.cursor.span_from(begin), syntax::ValueBinding{head->name, std::move(head->type), *value}});
}

bool fail_unclosed(Parser& p, std::size_t opening) {
  const Token& opener = p.cursor.token(opening);
  return fail_missing(p, "'}'", {}, {{"'{' was opened here", p.cursor.span(opener)}});
}

bool parse_bindings(Parser& p, std::vector<syntax::BindingId>& into, BindingPlace place) {
  std::size_t open = p.cursor.index() - 1;
  while (!p.cursor.accept(TokenKind::RightBrace)) {
    if (p.errors.too_deep()) {
      return false;
    }
    if (p.cursor.at_end() || at_misplaced_declaration(p.cursor)) {
      return fail_unclosed(p, open);
    }
    std::size_t first = p.cursor.index();
    if (std::optional<syntax::BindingId> binding = parse_binding(p, place)) {
      into.push_back(*binding);
    } else {
      skip_statement(p, depth_inside(p, open), first);
    }
  }
  return true;
}

std::optional<syntax::MaterialItem> parse_material_item(Parser& p) {
  const bool variant =
      (p.cursor.at_word("static") || p.cursor.at_word("spec")) && p.cursor.at_name(1);
  if (variant || (p.cursor.at_word("param") && p.cursor.at_name(1))) {
    return parse_parameter(p);
  }
  return parse_binding(p, BindingPlace::Material);
}

bool parse_material(Parser& p, syntax::Declaration& into) {
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the material");
  if (!name) {
    return false;
  }
  syntax::MaterialDecl material{*name, {}};
  std::size_t open = p.cursor.index();
  if (!expect(p, TokenKind::LeftBrace, "after the name of the material")) {
    return false;
  }
  while (!p.cursor.accept(TokenKind::RightBrace)) {
    if (p.errors.too_deep()) {
      return false;
    }
    if (p.cursor.at_end() || at_misplaced_declaration(p.cursor)) {
      return fail_unclosed(p, open);
    }
    std::size_t first = p.cursor.index();
    if (std::optional<syntax::MaterialItem> item = parse_material_item(p)) {
      material.items.push_back(std::move(*item));
    } else {
      skip_statement(p, depth_inside(p, open), first);
    }
  }
  into.kind = std::move(material);
  return true;
}

}  // namespace weft::parsing
