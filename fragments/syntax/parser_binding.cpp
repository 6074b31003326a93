// Parses the bindings of graphs and materials, and the other items among them. Those of loops are
// parsed with expressions.

#include <fmt/format.h>

#include "fragments/syntax/parser_module.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// A hint if text follows `value` where the expression should end.
std::string hint_after(const syntax::Module& module, syntax::ExprId value) {
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

/// Hints for keywords of GLSL or HLSL in place of a binding.
std::string word_hint(const TokenCursor& cursor, BindingPlace place) {
  if (cursor.at_word("return")) {
    return place == BindingPlace::Material ? "a result is written: output color = …;"
                                           : "a result is written: output …;";
  }
  if (cursor.at_word("if") || cursor.at_word("for") || cursor.at_word("while")) {
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

}  // namespace

std::optional<BindingHead> ModuleParser::parse_binding_head(BindingPlace place) {
  std::string what = fmt::format("a binding or '}}' in the {}", place_name(place));
  std::string hint = word_hint(cursor_, place);
  bool is_word = cursor_.at_name() && !hint.empty() && !cursor_.at(TokenKind::Equal, 1) &&
                 !cursor_.at(TokenKind::Colon, 1);
  if (is_word) {
    cursor_.fail_expected(what, hint);
    return std::nullopt;
  }
  if (place == BindingPlace::Loop && cursor_.at_word("output") &&
      !cursor_.at(TokenKind::Equal, 1)) {
    cursor_.fail_expected("a binding or '}' in the loop",
                          "read the loop's result outside of it: name.state");
    return std::nullopt;
  }
  std::optional<syntax::Identifier> name = cursor_.expect_name(what, hint);
  if (!name) {
    // Skip the head of a `for (…)`: its semicolons do not end it.
    if (!hint.empty() && cursor_.at(TokenKind::LeftParen, 1) &&
        cursor_.peek(1).payload != Token::no_match) {
      cursor_.move_to(cursor_.peek(1).payload);
    }
    return std::nullopt;
  }
  BindingHead head{*name, std::nullopt};
  std::string_view spelt = cursor_.text(cursor_.previous());
  if (cursor_.accept(TokenKind::Colon)) {
    head.type = parse_type("the type of the binding");
    if (!head.type || !cursor_.expect(TokenKind::Equal, "and the value of the binding")) {
      return std::nullopt;
    }
    return head;
  }
  if (cursor_.at_name()) {
    static const std::vector<std::string_view> words = {"output", "param", "spec", "static",
                                                        "stitch"};
    std::string near = place == BindingPlace::Loop ? std::string() : spelling_hint(spelt, words);
    cursor_.fail_expected(fmt::format("'=' or ':' after '{}'", spelt),
                          near.empty() ? fmt::format("a binding with a type is written: {} = …;",
                                                     name_and_type(cursor_))
                                       : near);
    return std::nullopt;
  }
  if (is_assignment(cursor_.peek().kind)) {
    cursor_.fail_expected(fmt::format("'=' or ':' after '{}'", spelt),
                          "a name is bound once; bind a new name to the new value");
    return std::nullopt;
  }
  if (cursor_.at(TokenKind::Dot) || cursor_.at(TokenKind::LeftBracket)) {
    cursor_.fail_expected(fmt::format("'=' or ':' after '{}'", spelt),
                          "a binding names a whole value, not a part of one");
    return std::nullopt;
  }
  if (!cursor_.expect(TokenKind::Equal, fmt::format("or ':' after '{}'", spelt))) {
    return std::nullopt;
  }
  return head;
}

bool ModuleParser::fail_unclosed(std::size_t opening) {
  const Token& opener = cursor_.token(opening);
  return cursor_.fail_missing("'}'", {}, {{"'{' was opened here", cursor_.span(opener)}});
}

/// Starts after the `{` and ends after the `}`. Fails only if the `}` is missing.
bool ModuleParser::parse_bindings(std::vector<syntax::BindingId>& into, BindingPlace place) {
  std::size_t open = cursor_.index() - 1;
  while (!cursor_.accept(TokenKind::RightBrace)) {
    if (cursor_.too_deep()) {
      return false;
    }
    if (cursor_.at_end() || cursor_.at_misplaced_declaration()) {
      return fail_unclosed(open);
    }
    std::size_t first = cursor_.index();
    if (std::optional<syntax::BindingId> binding = parse_binding(place)) {
      into.push_back(*binding);
    } else {
      cursor_.skip_statement(cursor_.depth_behind(open), first);
    }
  }
  return true;
}

std::optional<syntax::BindingId> ModuleParser::parse_binding(BindingPlace place) {
  std::uint32_t begin = cursor_.peek().begin;
  if (cursor_.at_word("stitch") && cursor_.at(TokenKind::LeftBrace, 1)) {
    return parse_stitch(place);
  }
  if (cursor_.at_word("output")) {
    return parse_output(place);
  }
  std::optional<BindingHead> head = parse_binding_head(place);
  if (!head) {
    return std::nullopt;
  }
  std::optional<syntax::ExprId> value = parse_expression();
  if (!value || !cursor_.expect_semicolon("the binding", hint_after(module_, *value))) {
    return std::nullopt;
  }
  return module_.bindings.add(
      {cursor_.span_from(begin), syntax::ValueBinding{head->name, std::move(head->type), *value}});
}

std::optional<syntax::BindingId> ModuleParser::parse_stitch(BindingPlace place) {
  std::uint32_t begin = cursor_.take().begin;
  std::size_t open = cursor_.index();
  cursor_.take();
  syntax::StitchBinding stitch;
  while (!cursor_.accept(TokenKind::RightBrace)) {
    if (cursor_.too_deep()) {
      return std::nullopt;
    }
    if (cursor_.at_end() || cursor_.at_misplaced_declaration()) {
      fail_unclosed(open);
      return std::nullopt;
    }
    std::size_t first = cursor_.index();
    std::optional<syntax::BindingId> binding;
    if (cursor_.at_word("stitch") && cursor_.at(TokenKind::LeftBrace, 1)) {
      cursor_.fail_expected("a binding", "stitch blocks do not nest");
    } else {
      binding = parse_binding(place);
    }
    if (binding) {
      stitch.bindings.push_back(*binding);
    } else {
      cursor_.skip_statement(cursor_.depth_behind(open), first);
    }
  }
  return module_.bindings.add({cursor_.span_from(begin), std::move(stitch)});
}

std::optional<syntax::BindingId> ModuleParser::parse_output(BindingPlace place) {
  std::uint32_t begin = cursor_.take().begin;
  if (cursor_.at(TokenKind::Equal) || cursor_.at(TokenKind::Colon)) {
    cursor_.fail_expected("the name of the output", "an output has a name: output color = …;");
    return std::nullopt;
  }
  if (place == BindingPlace::Material && cursor_.at_name() && cursor_.at(TokenKind::Colon, 1)) {
    cursor_.take();
    cursor_.fail_expected("'=' or ';' after the name of the output",
                          "the profile's demand says the type of an output");
    return std::nullopt;
  }
  std::optional<syntax::ExprId> target = parse_expression();
  if (!target) {
    return std::nullopt;
  }
  syntax::OutputBinding output{*target, std::nullopt};
  bool has_value = cursor_.at(TokenKind::Equal);
  const syntax::Expr& target_expr = module_.exprs[*target];
  bool names = std::holds_alternative<syntax::NameExpr>(target_expr.kind);
  if (!names && (has_value || place == BindingPlace::Material)) {
    cursor_.fail(Code::SyntaxError, target_expr.span, "expected the name of an output",
                 "an output has a name: output color = …;");
    return std::nullopt;
  }
  if (has_value) {
    cursor_.take();
    output.value = parse_expression();
    if (!output.value) {
      return std::nullopt;
    }
  }
  if (!cursor_.expect_semicolon(
          "the output", output.value ? hint_after(module_, *output.value) : std::string())) {
    return std::nullopt;
  }
  return module_.bindings.add({cursor_.span_from(begin), output});
}

bool ModuleParser::parse_material(syntax::Declaration& into) {
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the material");
  if (!name) {
    return false;
  }
  syntax::MaterialDecl material{*name, {}};
  std::size_t open = cursor_.index();
  if (!cursor_.expect(TokenKind::LeftBrace, "after the name of the material")) {
    return false;
  }
  while (!cursor_.accept(TokenKind::RightBrace)) {
    if (cursor_.too_deep()) {
      return false;
    }
    if (cursor_.at_end() || cursor_.at_misplaced_declaration()) {
      return fail_unclosed(open);
    }
    std::size_t first = cursor_.index();
    bool variant = (cursor_.at_word("static") || cursor_.at_word("spec")) && cursor_.at_name(1);
    bool is_parameter = variant || (cursor_.at_word("param") && cursor_.at_name(1));
    bool fine = false;
    if (is_parameter) {
      std::optional<syntax::ParameterDecl> parameter = parse_parameter();
      fine = parameter.has_value();
      if (fine) {
        material.items.emplace_back(std::move(*parameter));
      }
    } else if (std::optional<syntax::BindingId> binding = parse_binding(BindingPlace::Material)) {
      fine = true;
      material.items.emplace_back(*binding);
    }
    if (!fine) {
      cursor_.skip_statement(cursor_.depth_behind(open), first);
    }
  }
  into.kind = std::move(material);
  return true;
}

std::optional<syntax::ParameterDecl> ModuleParser::parse_parameter() {
  using Kind = syntax::ParameterDecl::Kind;
  std::string doc = cursor_.doc_comment();
  std::uint32_t begin = cursor_.peek().begin;
  Kind kind = cursor_.accept_word("static") ? Kind::Static
              : cursor_.accept_word("spec") ? Kind::Spec
                                            : Kind::Plain;
  if (!cursor_.expect_word("param", "and the name of a parameter",
                           "written: static param two_sided: bool = false;")) {
    return std::nullopt;
  }
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the parameter");
  if (!name) {
    return std::nullopt;
  }
  std::string hint;
  if (cursor_.at_name()) {
    std::string_view first = cursor_.text(cursor_.previous());
    hint = first == "static" || first == "spec"
               ? fmt::format("written: {} param {}: …;", first, cursor_.text(cursor_.peek()))
               : fmt::format("written: param {};", name_and_type(cursor_));
  }
  if (!cursor_.expect(TokenKind::Colon, "and the type of the parameter", hint)) {
    return std::nullopt;
  }
  std::optional<syntax::TypeRef> type = parse_type("the type of the parameter");
  if (!type) {
    return std::nullopt;
  }
  syntax::ParameterDecl parameter{kind, *name, std::move(*type), {}, {}, std::move(doc), {}};
  if (cursor_.accept(TokenKind::Equal)) {
    parameter.default_value = parse_expression();
    if (!parameter.default_value) {
      return std::nullopt;
    }
  }
  MetaResult meta = parse_meta();
  if (!meta || !cursor_.expect_semicolon("the parameter")) {
    return std::nullopt;
  }
  parameter.meta = std::move(*meta);
  parameter.span = cursor_.span_from(begin);
  return parameter;
}

}  // namespace weft
