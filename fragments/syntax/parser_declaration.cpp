#include <fmt/format.h>

#include "fragments/syntax/parser_module.h"
#include "support/spelling.h"

namespace weft {

void ModuleParser::parse_file() {
  while (!cursor_.at_end()) {
    parse_declaration();
    if (cursor_.too_deep()) {
      while (!cursor_.at_end() && cursor_.depth() > 0 && !cursor_.at_misplaced_declaration()) {
        cursor_.take();
      }
      cursor_.accept(TokenKind::RightBrace);
      cursor_.forget_too_deep();
      cursor_.leave_to(0);
    }
  }
}

void ModuleParser::parse_declaration() {
  behind_failed_ = false;
  std::size_t first = cursor_.index();
  std::uint32_t begin = cursor_.peek().begin;
  std::string doc = cursor_.doc_comment();
  syntax::Declaration declaration{{}, std::move(doc), syntax::ImportDecl{}};
  if (parse_declaration_kind(declaration)) {
    declaration.span = cursor_.span_from(begin);
    module_.declarations.push_back(std::move(declaration));
    return;
  }
  bool at_next =
      cursor_.index() > first && cursor_.peek().first_on_line && cursor_.at_declaration();
  if (!behind_failed_ && !cursor_.too_deep() && !at_next) {
    cursor_.skip_to_declaration();
  }
}

bool ModuleParser::parse_declaration_kind(syntax::Declaration& into) {
  // These begin with an arbitrary name, even one of the keywords below.
  if (cursor_.at_name() && cursor_.at_word("commutes", 1) && cursor_.at_word("with", 2)) {
    return parse_commutes(into);
  }
  if (cursor_.at_name() && cursor_.at_word("equals", 1) && cursor_.at_name(2) &&
      (cursor_.at_word("then", 3) || cursor_.at(TokenKind::Semicolon, 3))) {
    return parse_equals(into);
  }
  if (cursor_.accept_word("import")) {
    return parse_import(into);
  }
  bool is_trait = cursor_.at_word("trait");
  if (is_trait || cursor_.at_word("guarantee")) {
    cursor_.take();
    return parse_trait(into, !is_trait);
  }
  if (cursor_.accept_word("extend")) {
    return parse_extend(into);
  }
  if (cursor_.accept_word("feature")) {
    return parse_feature(into);
  }
  if (cursor_.accept_word("struct")) {
    return parse_struct(into);
  }
  bool is_conversion = cursor_.at_word("conversion");
  if (is_conversion || cursor_.at_word("fragment")) {
    cursor_.take();
    return parse_leaf(into, is_conversion);
  }
  if (cursor_.accept_word("graph")) {
    return parse_graph(into);
  }
  if (cursor_.accept_word("material")) {
    return parse_material(into);
  }
  if (cursor_.accept_word("profile")) {
    return parse_profile(into);
  }
  if (cursor_.accept_word("prefer")) {
    return parse_prefer(into);
  }
  if (cursor_.accept_word("product")) {
    return parse_product(into);
  }
  if (cursor_.accept_word("bound")) {
    return parse_bound(into);
  }
  return fail_no_declaration();
}

/// Hints at the intended declaration if it is known: misspelled keywords, and declarations of GLSL
/// and HLSL.
bool ModuleParser::fail_no_declaration() {
  static constexpr std::string_view words[] = {
      "import",     "trait", "guarantee", "extend",  "feature", "struct",  "fragment",
      "conversion", "graph", "material",  "profile", "prefer",  "product", "bound"};
  std::string hint;
  if (cursor_.at_name()) {
    std::string_view word = cursor_.text(cursor_.peek());
    std::string_view second = cursor_.at_name(1) ? cursor_.text(cursor_.peek(1)) : "";
    if (word == "commutes" || word == "equals") {
      hint = "written: a commutes with b; or: a equals b then c;";
    } else if (word == "uniform" || word == "cbuffer" || word == "in" || word == "varying" ||
               word == "attribute" || word == "layout" || word == "out" || word == "precision") {
      hint =
          "a material has parameters (param name: type;); a profile declares what the host "
          "provides and demands";
    } else if (word == "output" || word == "param") {
      hint = "parameters and outputs belong inside a material";
    } else if (word == "const" || (cursor_.at_name(1) && cursor_.at(TokenKind::Equal, 2))) {
      hint = "values can be bound only in fragments, graphs and materials";
    } else if (cursor_.at_name(1) && cursor_.at(TokenKind::LeftParen, 2)) {
      hint = word == "void" && second == "main"
                 ? "there is no main function: a material declares the outputs"
                 : fmt::format("a function is written: fragment {}(x: float) -> {} {{ … }}", second,
                               word);
    }
    std::string near =
        spelling_hint(word, std::vector<std::string_view>(std::begin(words), std::end(words)));
    hint = near.empty() ? hint : near;
  } else if (cursor_.at(TokenKind::RightBrace)) {
    hint = "this '}' closes nothing";
  }
  return cursor_.fail_expected("a declaration", std::move(hint));
}

bool ModuleParser::parse_import(syntax::Declaration& into) {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::String) {
    return cursor_.fail_expected("the file to import, as a string",
                                 "written: import \"core\"; or: import \"./other.weft\";");
  }
  cursor_.take();
  into.kind = syntax::ImportDecl{cursor_.string(token), cursor_.span(token)};
  return cursor_.expect_semicolon("the import");
}

bool ModuleParser::parse_trait(syntax::Declaration& into, bool is_guarantee) {
  std::string_view what = is_guarantee ? "guarantee" : "trait";
  std::optional<syntax::Identifier> name =
      cursor_.expect_name(fmt::format("the name of the {}", what));
  if (!name) {
    return false;
  }
  syntax::TraitDecl trait{is_guarantee, *name, std::nullopt, std::nullopt, {}};
  if (cursor_.accept_word("default")) {
    trait.default_value = cursor_.expect_name("the value that is the default");
    if (!trait.default_value) {
      return false;
    }
  }
  if (cursor_.at_word("distinct")) {
    trait.distinct = cursor_.span(cursor_.take());
  }
  if (!cursor_.at(TokenKind::LeftBrace)) {
    return cursor_.fail_expected(fmt::format("'{{' and the values of the {}", what),
                                 "written: trait use { color, vector { normal } }");
  }
  bool fine = parse_trait_values(trait.values);
  into.kind = std::move(trait);
  return fine;
}

/// `{a {b, c}, d}`. Recurses, at most max_trait_nesting deep.
bool ModuleParser::parse_trait_values(std::vector<syntax::TraitTreeNode>& into) {
  std::size_t open = cursor_.index();
  if (trait_nesting_ == max_trait_nesting) {
    return cursor_.fail_too_deep(open, max_trait_nesting);
  }
  cursor_.take();
  while (!cursor_.at(TokenKind::RightBrace)) {
    std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a trait's value");
    if (!name) {
      return false;
    }
    into.push_back({*name, {}});
    if (cursor_.accept_word("anchored")) {
      into.back().anchor = parse_path("the feature that the value is anchored to");
      if (!into.back().anchor) {
        return false;
      }
    }
    if (cursor_.at(TokenKind::LeftBrace)) {
      ++trait_nesting_;
      bool fine = parse_trait_values(into.back().children);
      --trait_nesting_;
      if (!fine) {
        return false;
      }
    }
    if (!cursor_.accept(TokenKind::Comma)) {
      break;
    }
  }
  return cursor_.expect_closing(TokenKind::RightBrace, open, "',' or ");
}

bool ModuleParser::parse_extend(syntax::Declaration& into) {
  std::optional<syntax::Path> path = parse_path("the trait to extend");
  if (!path) {
    return false;
  }
  if (!cursor_.at(TokenKind::LeftBrace)) {
    return cursor_.fail_expected("'{' and the new values",
                                 "written: extend use.vector { tangent }");
  }
  syntax::ExtendDecl extend{std::move(*path), {}};
  bool fine = parse_trait_values(extend.values);
  into.kind = std::move(extend);
  return fine;
}

bool ModuleParser::parse_feature(syntax::Declaration& into) {
  std::optional<syntax::Path> path = parse_path("the name of the feature");
  if (!path || !cursor_.expect(TokenKind::Colon, "and the type of the feature")) {
    return false;
  }
  std::optional<syntax::TypeRef> type = parse_type("the type of the feature");
  if (!type || !cursor_.expect_word("at", "and the rate of the feature",
                                    "written: feature frame.time: float at frame;")) {
    return false;
  }
  std::optional<syntax::Identifier> rate =
      cursor_.expect_name("the rate of the feature, like 'frame' or 'draw'");
  if (!rate) {
    return false;
  }
  syntax::FeatureDecl feature{std::move(*path), std::move(*type), *rate, std::nullopt};
  if (cursor_.accept_word("anchored") && !parse_paths(feature.anchors)) {
    return false;
  }
  if (cursor_.accept(TokenKind::Equal)) {
    feature.definition = parse_expression();
    if (!feature.definition) {
      return false;
    }
  }
  into.kind = std::move(feature);
  return cursor_.expect_semicolon("the feature");
}

bool ModuleParser::parse_struct(syntax::Declaration& into) {
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the struct");
  std::size_t open = cursor_.index();
  if (!name || !cursor_.expect(TokenKind::LeftBrace, "after the name of the struct")) {
    return false;
  }
  syntax::StructDecl decl{*name, {}};
  while (!cursor_.accept(TokenKind::RightBrace)) {
    if (cursor_.at_end() || cursor_.at_misplaced_declaration()) {
      return fail_unclosed(open);
    }
    std::size_t first = cursor_.index();
    bool fine = false;
    std::optional<syntax::TypeRef> type = parse_type("the type of a member or '}'");
    if (type) {
      std::string hint;
      if (cursor_.at(TokenKind::Colon) && cursor_.at_name(1)) {
        hint = fmt::format("the type comes first: {} {};", cursor_.text(cursor_.peek(1)),
                           cursor_.text(cursor_.previous()));
      } else if (type->traits && cursor_.at(TokenKind::LeftBracket)) {
        hint = "the size goes before the traits: float[4] {unit: metre} lengths;";
      }
      std::optional<syntax::Identifier> member =
          cursor_.expect_name("the name of the member", hint);
      hint = cursor_.at(TokenKind::LeftBracket) ? "the size belongs to the type: float[4] weights;"
             : cursor_.at(TokenKind::Comma)     ? "declare each member separately"
                                                : "";
      fine = member && cursor_.expect_semicolon("the member", hint);
      if (fine) {
        decl.members.push_back({std::move(*type), *member});
      }
    }
    if (!fine) {
      if (cursor_.too_deep()) {
        return false;
      }
      cursor_.skip_statement(cursor_.depth_behind(open), first);
    }
  }
  cursor_.accept(TokenKind::Semicolon);  // allowed, as in C
  into.kind = std::move(decl);
  return true;
}

}  // namespace weft
