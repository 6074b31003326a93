#include "fragments/syntax/parser_declaration.h"

#include <fmt/format.h>

#include "fragments/syntax/parser_binding.h"
#include "fragments/syntax/parser_definition.h"
#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_profile.h"
#include "fragments/syntax/parser_type.h"
#include "support/spelling.h"

namespace weft::parsing {
namespace {

bool parse_import(Parser& p, syntax::Declaration& into) {
  const Token& token = p.cursor.peek();
  if (token.kind != TokenKind::String) {
    return fail_expected(p, "the file to import, as a string",
                         "written: import \"core\"; or: import \"./other.weft\";");
  }
  p.cursor.take();
  into.kind = syntax::ImportDecl{p.cursor.string(token), p.cursor.span(token)};
  return expect_semicolon(p, "the import");
}

/// `precision medium`, or nothing. Returns false on a syntax error.
bool parse_precision(Parser& p, std::optional<syntax::Identifier>& into) {
  if (p.cursor.accept_word("precision")) {
    into = expect_name(p, "'medium' or 'full'");
    return into.has_value();
  }
  return true;
}

/// `{a {b, c}, d}`. Recurses, at most max_trait_nesting deep.
bool parse_trait_values(Parser& p, std::vector<syntax::TraitTreeNode>& into) {
  std::size_t open = p.cursor.index();
  if (p.trait_nesting == max_trait_nesting) {
    return p.errors.fail_too_deep(open, max_trait_nesting);
  }
  p.cursor.take();
  while (!p.cursor.at(TokenKind::RightBrace)) {
    std::optional<syntax::Identifier> name = expect_name(p, "the name of a trait's value");
    if (!name) {
      return false;
    }
    into.push_back({*name, {}});
    if (p.cursor.accept_word("anchored")) {
      into.back().anchor = parse_path(p, "the feature that the value is anchored to");
      if (!into.back().anchor) {
        return false;
      }
    }
    if (!parse_precision(p, into.back().precision)) {
      return false;
    }
    if (p.cursor.at(TokenKind::LeftBrace)) {
      ++p.trait_nesting;
      bool fine = parse_trait_values(p, into.back().children);
      --p.trait_nesting;
      if (!fine) {
        return false;
      }
    }
    if (!p.cursor.accept(TokenKind::Comma)) {
      break;
    }
  }
  return expect_closing(p, TokenKind::RightBrace, open, "',' or ");
}

bool parse_trait(Parser& p, syntax::Declaration& into, bool is_guarantee) {
  std::string_view what = is_guarantee ? "guarantee" : "trait";
  std::optional<syntax::Identifier> name = expect_name(p, fmt::format("the name of the {}", what));
  if (!name) {
    return false;
  }
  syntax::TraitDecl trait{is_guarantee, *name, std::nullopt, std::nullopt, {}};
  if (p.cursor.accept_word("default")) {
    trait.default_value = expect_name(p, "the value that is the default");
    if (!trait.default_value) {
      return false;
    }
  }
  if (p.cursor.at_word("distinct")) {
    trait.distinct = p.cursor.span(p.cursor.take());
  }
  if (!p.cursor.at(TokenKind::LeftBrace)) {
    return fail_expected(p, fmt::format("'{{' and the values of the {}", what),
                         "written: trait use { color, vector { normal } }");
  }
  bool fine = parse_trait_values(p, trait.values);
  into.kind = std::move(trait);
  return fine;
}

bool parse_extend(Parser& p, syntax::Declaration& into) {
  std::optional<syntax::Path> path = parse_path(p, "the trait to extend");
  if (!path) {
    return false;
  }
  syntax::ExtendDecl extend{std::move(*path), {}};
  if (!parse_precision(p, extend.precision)) {
    return false;
  }
  if (!p.cursor.at(TokenKind::LeftBrace) && !extend.precision) {
    return fail_expected(p, "'{' and the new values", "written: extend use.vector { tangent }");
  }
  const bool has_values = p.cursor.at(TokenKind::LeftBrace);
  const bool fine =
      has_values ? parse_trait_values(p, extend.values) : expect_semicolon(p, "the precision");
  into.kind = std::move(extend);
  return fine;
}

bool parse_feature(Parser& p, syntax::Declaration& into) {
  std::optional<syntax::Path> path = parse_path(p, "the name of the feature");
  if (!path || !expect(p, TokenKind::Colon, "and the type of the feature")) {
    return false;
  }
  std::optional<syntax::TypeRef> type = parse_type(p, "the type of the feature");
  if (!type || !expect_word(p, "at", "and the rate of the feature",
                            "written: feature frame.time: float at frame;")) {
    return false;
  }
  std::optional<syntax::Identifier> rate =
      expect_name(p, "the rate of the feature, like 'frame' or 'draw'");
  if (!rate) {
    return false;
  }
  syntax::FeatureDecl feature{std::move(*path), std::move(*type), *rate, std::nullopt};
  if (p.cursor.accept_word("anchored") && !parse_paths(p, feature.anchors)) {
    return false;
  }
  if (p.cursor.accept(TokenKind::Equal)) {
    feature.definition = parse_expression(p);
    if (!feature.definition) {
      return false;
    }
  }
  std::optional<syntax::Meta> meta = parse_meta(p);
  if (!meta) {
    return false;
  }
  feature.meta = std::move(*meta);
  into.kind = std::move(feature);
  return expect_semicolon(p, "the feature");
}

bool parse_struct(Parser& p, syntax::Declaration& into) {
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the struct");
  std::size_t open = p.cursor.index();
  if (!name || !expect(p, TokenKind::LeftBrace, "after the name of the struct")) {
    return false;
  }
  syntax::StructDecl decl{*name, {}};
  while (!p.cursor.accept(TokenKind::RightBrace)) {
    if (p.cursor.at_end() || at_misplaced_declaration(p.cursor)) {
      return fail_unclosed(p, open);
    }
    std::size_t first = p.cursor.index();
    bool fine = false;
    std::optional<syntax::TypeRef> type = parse_type(p, "the type of a member or '}'");
    if (type) {
      std::string hint;
      if (p.cursor.at(TokenKind::Colon) && p.cursor.at_name(1)) {
        hint = fmt::format("the type comes first: {} {};", p.cursor.text(p.cursor.peek(1)),
                           p.cursor.text(p.cursor.previous()));
      } else if (type->traits && p.cursor.at(TokenKind::LeftBracket)) {
        hint = "the size goes before the traits: float[4] {unit: metre} lengths;";
      }
      std::optional<syntax::Identifier> member = expect_name(p, "the name of the member", hint);
      hint = p.cursor.at(TokenKind::LeftBracket) ? "the size belongs to the type: float[4] weights;"
             : p.cursor.at(TokenKind::Comma)     ? "declare each member separately"
                                                 : "";
      fine = member && expect_semicolon(p, "the member", hint);
      if (fine) {
        decl.members.push_back({std::move(*type), *member});
      }
    }
    if (!fine) {
      if (p.errors.too_deep()) {
        return false;
      }
      skip_statement(p, depth_inside(p, open), first);
    }
  }
  p.cursor.accept(TokenKind::Semicolon);  // allowed, as in C
  into.kind = std::move(decl);
  return true;
}

/// The words with which other languages begin a function.
bool is_function_word(std::string_view word) {
  return word == "fn" || word == "function" || word == "func" || word == "fun" || word == "def";
}

/// Hints at the intended declaration if it is known: misspelled keywords, and declarations of GLSL
/// and HLSL.
bool fail_no_declaration(Parser& p) {
  static constexpr std::string_view words[] = {
      "import",     "trait", "guarantee", "extend",  "feature", "struct",  "fragment",
      "conversion", "graph", "material",  "profile", "prefer",  "product", "bound"};
  std::string hint;
  if (p.cursor.at_name()) {
    std::string_view word = p.cursor.text(p.cursor.peek());
    std::string_view second = p.cursor.at_name(1) ? p.cursor.text(p.cursor.peek(1)) : "";
    if (word == "commutes" || word == "equals") {
      hint = "written: a commutes with b; or: a equals b then c;";
    } else if (word == "uniform" || word == "cbuffer" || word == "in" || word == "varying" ||
               word == "attribute" || word == "layout" || word == "out" || word == "precision") {
      hint =
          "a material has parameters (param name: type;); a profile declares what the host "
          "provides and demands";
    } else if (word == "output" || word == "param") {
      hint = "parameters and outputs belong inside a material";
    } else if (word == "const" || (p.cursor.at_name(1) && p.cursor.at(TokenKind::Equal, 2))) {
      hint = "values can be bound only in fragments, graphs and materials";
    } else if (p.cursor.at_name(1) && p.cursor.at(TokenKind::LeftParen, 2)) {
      hint =
          word == "void" && second == "main"
              ? "there is no main function: a material declares the outputs"
          : word == "void"
              ? fmt::format(
                    "every function returns a value: fragment {}(x: float) -> float {{ … }}",
                    second)
          : is_function_word(word)
              ? fmt::format("a function is written: fragment {}(x: float) -> float {{ … }}", second)
              : fmt::format("a function is written: fragment {}(x: float) -> {} {{ … }}", second,
                            word);
    }
    std::string near =
        spelling_hint(word, std::vector<std::string_view>(std::begin(words), std::end(words)));
    hint = near.empty() ? hint : near;
  } else if (p.cursor.at(TokenKind::RightBrace)) {
    hint = "this '}' closes nothing";
  }
  return fail_expected(p, "a declaration", std::move(hint));
}

bool parse_declaration_kind(Parser& p, syntax::Declaration& into) {
  // These begin with an arbitrary name, even one of the keywords below.
  if (p.cursor.at_name() && p.cursor.at_word("commutes", 1) && p.cursor.at_word("with", 2)) {
    return parse_commutes(p, into);
  }
  if (p.cursor.at_name() && p.cursor.at_word("equals", 1) && p.cursor.at_name(2) &&
      (p.cursor.at_word("then", 3) || p.cursor.at(TokenKind::Semicolon, 3))) {
    return parse_equals(p, into);
  }
  if (p.cursor.accept_word("import")) {
    return parse_import(p, into);
  }
  bool is_trait = p.cursor.at_word("trait");
  if (is_trait || p.cursor.at_word("guarantee")) {
    p.cursor.take();
    return parse_trait(p, into, !is_trait);
  }
  if (p.cursor.accept_word("extend")) {
    return parse_extend(p, into);
  }
  if (p.cursor.accept_word("feature")) {
    return parse_feature(p, into);
  }
  if (p.cursor.accept_word("struct")) {
    return parse_struct(p, into);
  }
  bool is_conversion = p.cursor.at_word("conversion");
  if (is_conversion || p.cursor.at_word("fragment")) {
    p.cursor.take();
    return parse_leaf(p, into, is_conversion);
  }
  if (p.cursor.accept_word("graph")) {
    return parse_graph(p, into);
  }
  if (p.cursor.accept_word("material")) {
    return parse_material(p, into);
  }
  if (p.cursor.accept_word("profile")) {
    return parse_profile(p, into);
  }
  if (p.cursor.accept_word("prefer")) {
    return parse_prefer(p, into);
  }
  if (p.cursor.accept_word("product")) {
    return parse_product(p, into);
  }
  if (p.cursor.accept_word("bound")) {
    return parse_bound(p, into);
  }
  return fail_no_declaration(p);
}

void parse_declaration(Parser& p) {
  p.is_past_failure = false;
  std::size_t first = p.cursor.index();
  std::uint32_t begin = p.cursor.peek().begin;
  std::string doc = p.cursor.doc_comment();
  syntax::Declaration declaration{{}, std::move(doc), syntax::ImportDecl{}};
  if (parse_declaration_kind(p, declaration)) {
    declaration.span = p.cursor.span_from(begin);
    p.module.declarations.push_back(std::move(declaration));
    return;
  }
  bool at_next =
      p.cursor.index() > first && p.cursor.peek().first_on_line && at_declaration(p.cursor);
  if (!p.is_past_failure && !p.errors.too_deep() && !at_next) {
    skip_to_declaration(p.cursor);
  }
}

}  // namespace

void parse_file(Parser& p) {
  while (!p.cursor.at_end()) {
    parse_declaration(p);
    if (p.errors.too_deep()) {
      while (!p.cursor.at_end() && depth(p) > 0 && !at_misplaced_declaration(p.cursor)) {
        p.cursor.take();
      }
      p.cursor.accept(TokenKind::RightBrace);
      p.errors.forget_too_deep();
      p.nesting = 0;
    }
  }
}

}  // namespace weft::parsing
