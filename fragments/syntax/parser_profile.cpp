#include <fmt/format.h>

#include "fragments/syntax/parser_module.h"

namespace weft {

bool ModuleParser::parse_profile(syntax::Declaration& into) {
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the profile");
  if (!name) {
    return false;
  }
  syntax::ProfileDecl profile{*name, std::nullopt, false, {}};
  if (cursor_.accept(TokenKind::Colon)) {
    profile.base = cursor_.expect_name("the name of the profile it builds on");
    if (!profile.base) {
      return false;
    }
  }
  if (cursor_.accept_word("as")) {
    if (!cursor_.expect_word("functions", "after 'as'",
                             "written: profile uber as functions { … }")) {
      return false;
    }
    profile.as_functions = true;
  }
  std::size_t open = cursor_.index();
  if (!cursor_.expect(TokenKind::LeftBrace, "after the name of the profile")) {
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
    bool fine = false;
    if (cursor_.at_word("provide")) {
      fine = parse_provide(profile);
    } else if (cursor_.at_word("set")) {
      fine = parse_setting(profile);
    } else if (cursor_.at_word("block")) {
      fine = parse_block(profile);
    } else if (cursor_.at_word("demand", 1)) {
      fine = parse_demand(profile);
    } else {
      fine = cursor_.fail_expected(
          "'provide', 'block', 'vertex demand', 'fragment demand', 'set' or '}' in the profile",
          cursor_.at_word("demand") ? "say of which stage: fragment demand color: …;"
          : cursor_.at_word("vertex") || cursor_.at_word("fragment")
              ? "written: fragment demand color: float4 as target 0;"
              : "");
    }
    if (!fine) {
      cursor_.skip_statement(cursor_.depth_behind(open), first);
    }
  }
  into.kind = std::move(profile);
  return true;
}

bool ModuleParser::parse_provide(syntax::ProfileDecl& into) {
  std::uint32_t begin = cursor_.take().begin;
  syntax::ProvideItem item{{}, syntax::ProvisionKind::Uniform, {}, false, {}, {}};
  if (!parse_paths(item.features)) {
    return false;
  }
  if (item.features.size() == 1 && cursor_.accept(TokenKind::Equal)) {
    item.definition = parse_expression();
    if (!item.definition || !cursor_.expect_semicolon("the feature to provide")) {
      return false;
    }
    item.span = cursor_.span_from(begin);
    into.items.emplace_back(std::move(item));
    return true;
  }
  if (!cursor_.expect_word("as", "and its source", "written: provide surface.uv as attribute 2;") ||
      !parse_provision(item)) {
    return false;
  }
  MetaResult meta = parse_meta();
  if (!meta || !cursor_.expect_semicolon("the feature to provide")) {
    return false;
  }
  item.meta = std::move(*meta);
  item.span = cursor_.span_from(begin);
  into.items.emplace_back(std::move(item));
  return true;
}

bool ModuleParser::parse_provision(syntax::ProvideItem& item) {
  using Kind = syntax::ProvisionKind;
  if (cursor_.accept_word("attribute")) {
    item.kind = Kind::Attribute;
    item.attribute = parse_index("the location of the attribute");
    item.per_instance = item.attribute && cursor_.accept_word("instance");
    return item.attribute.has_value();
  }
  constexpr std::pair<std::string_view, Kind> words[] = {{"uniform", Kind::Uniform},
                                                         {"push", Kind::Push},
                                                         {"buffer", Kind::Buffer},
                                                         {"builtin", Kind::Builtin}};
  for (const auto& [word, kind] : words) {
    if (cursor_.accept_word(word)) {
      item.kind = kind;
      return true;
    }
  }
  return cursor_.fail_expected("'attribute', 'uniform', 'push', 'buffer' or 'builtin'");
}

bool ModuleParser::parse_block(syntax::ProfileDecl& into) {
  std::uint32_t begin = cursor_.take().begin;
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the block");
  if (!name) {
    return false;
  }
  syntax::BlockItem item{*name, false, 0, 0, {}, 0, {}};
  if (!parse_block_place(item)) {
    return false;
  }
  item.head_end = cursor_.peek().begin;
  if (!cursor_.expect(TokenKind::LeftBrace, "and the features in the block")) {
    return false;
  }
  while (!cursor_.accept(TokenKind::RightBrace)) {
    const std::uint32_t member = cursor_.peek().begin;
    std::optional<syntax::Path> path = parse_path("the name of a feature");
    MetaResult meta = path ? parse_meta() : std::nullopt;
    if (!meta || !cursor_.expect_semicolon("the feature")) {
      return false;
    }
    item.members.push_back({std::move(*path), std::move(*meta), cursor_.span_from(member)});
  }
  item.span = cursor_.span_from(begin);
  into.items.emplace_back(std::move(item));
  return true;
}

bool ModuleParser::parse_block_place(syntax::BlockItem& item) {
  if (cursor_.accept_word("as")) {
    item.is_push = true;
    return cursor_.expect_word("push", "after 'as'", "written: block Object as push { … }");
  }
  constexpr std::string_view example = "written: block Camera at set 0 binding 0 { … }";
  if (!cursor_.expect_word("at", "and the location of the block", std::string(example)) ||
      !cursor_.expect_word("set", "after 'at'", std::string(example))) {
    return false;
  }
  const std::optional<std::uint32_t> set = parse_index("the number of the set");
  if (!set || !cursor_.expect_word("binding", "after the set", std::string(example))) {
    return false;
  }
  const std::optional<std::uint32_t> binding = parse_index("the number of the binding");
  item.set = set.value_or(0);
  item.binding = binding.value_or(0);
  return binding.has_value();
}

bool ModuleParser::parse_demand(syntax::ProfileDecl& into) {
  std::string doc = cursor_.doc_comment();
  std::uint32_t begin = cursor_.peek().begin;
  bool is_vertex = cursor_.at_word("vertex");
  if (!is_vertex && !cursor_.at_word("fragment")) {
    return cursor_.fail_expected("'vertex' or 'fragment' before 'demand'");
  }
  cursor_.take();
  cursor_.take();
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of the demanded output");
  if (!name || !cursor_.expect(TokenKind::Colon, "and the type of the demand")) {
    return false;
  }
  std::optional<syntax::TypeRef> type = parse_type("the type of the demand");
  if (!type) {
    return false;
  }
  syntax::DemandItem item{is_vertex, *name, std::move(*type), {}, false,
                          false,     {},    std::move(doc),   {}};
  if (cursor_.accept_word("as") && !parse_demand_target(item)) {
    return false;
  }
  item.is_invariant = cursor_.accept_word("invariant");
  item.is_flat = cursor_.accept_word("flat");
  if (cursor_.accept(TokenKind::Equal)) {
    item.default_value = parse_expression();
    if (!item.default_value) {
      return false;
    }
  }
  std::string hint;
  if (cursor_.at_word("as") || cursor_.at_word("invariant") || cursor_.at_word("flat")) {
    hint = "the order is: as …, invariant, flat, = default";
  }
  if (!cursor_.expect_semicolon("the demand", std::move(hint))) {
    return false;
  }
  item.span = cursor_.span_from(begin);
  into.items.emplace_back(std::move(item));
  return true;
}

bool ModuleParser::parse_demand_target(syntax::DemandItem& item) {
  using Kind = syntax::DemandTarget::Kind;
  if (cursor_.accept_word("target")) {
    std::optional<std::uint32_t> index = parse_index("the number of the target");
    if (index) {
      item.target = syntax::DemandTarget{Kind::Target, *index};
    }
    return index.has_value();
  }
  constexpr std::pair<std::string_view, Kind> words[] = {
      {"depth", Kind::Depth}, {"clip", Kind::Clip}, {"discard", Kind::Discard}};
  for (const auto& [word, kind] : words) {
    if (cursor_.accept_word(word)) {
      item.target = syntax::DemandTarget{kind, 0};
      return true;
    }
  }
  return cursor_.fail_expected("'target', 'depth', 'clip' or 'discard'");
}

bool ModuleParser::parse_setting(syntax::ProfileDecl& into) {
  std::uint32_t begin = cursor_.take().begin;
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a setting");
  if (!name) {
    return false;
  }
  syntax::SettingItem item{*name, 0.0, {}};
  if (cursor_.at_name()) {
    item.value = cursor_.identifier(cursor_.take());
  } else if (cursor_.at(TokenKind::Number) || cursor_.at(TokenKind::Minus)) {
    std::optional<double> value = parse_real("the value of the setting");
    if (!value) {
      return false;
    }
    item.value = *value;
  } else {
    return cursor_.fail_expected(
        "the value of the setting, a name or a number",
        cursor_.at(TokenKind::Equal) ? "written without '=': set interpolants 32;" : "");
  }
  if (!cursor_.expect_semicolon("the setting")) {
    return false;
  }
  item.span = cursor_.span_from(begin);
  into.items.emplace_back(item);
  return true;
}

/// The greatest int. `4294967295u` would be printed without its suffix, which does not parse.
constexpr std::uint32_t largest_index = 2147483647;

std::optional<std::uint32_t> ModuleParser::parse_index(std::string_view what) {
  const Token& token = cursor_.peek();
  bool is_whole = token.kind == TokenKind::Number &&
                  cursor_.number(token).kind != syntax::NumberKind::Float &&
                  cursor_.number(token).integer <= largest_index;
  if (!is_whole) {
    cursor_.fail_expected(fmt::format("{}, an integer", what));
    return std::nullopt;
  }
  cursor_.take();
  return static_cast<std::uint32_t>(cursor_.number(token).integer);
}

}  // namespace weft
