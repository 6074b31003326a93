#include "fragments/syntax/parser_profile.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fragments/syntax/parser_binding.h"
#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_signature.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

/// The greatest int. `4294967295u` would be printed without its suffix, which does not parse.
constexpr std::uint32_t largest_index = 2147483647;

std::optional<std::uint32_t> parse_index(Parser& p, std::string_view what) {
  const Token& token = p.cursor.peek();
  bool is_whole = token.kind == TokenKind::Number &&
                  p.cursor.number(token).kind != syntax::NumberKind::Float &&
                  p.cursor.number(token).integer <= largest_index;
  if (!is_whole) {
    fail_expected(p, fmt::format("{}, an integer", what));
    return std::nullopt;
  }
  p.cursor.take();
  return static_cast<std::uint32_t>(p.cursor.number(token).integer);
}

bool parse_provision(Parser& p, syntax::ProvideItem& item) {
  using Kind = syntax::ProvisionKind;
  if (p.cursor.accept_word("attribute")) {
    item.kind = Kind::Attribute;
    item.attribute = parse_index(p, "the location of the attribute");
    item.per_instance = item.attribute && p.cursor.accept_word("instance");
    return item.attribute.has_value();
  }
  constexpr std::pair<std::string_view, Kind> words[] = {{"uniform", Kind::Uniform},
                                                         {"push", Kind::Push},
                                                         {"buffer", Kind::Buffer},
                                                         {"builtin", Kind::Builtin}};
  for (const auto& [word, kind] : words) {
    if (p.cursor.accept_word(word)) {
      item.kind = kind;
      return true;
    }
  }
  return fail_expected(p, "'attribute', 'uniform', 'push', 'buffer' or 'builtin'");
}

bool parse_provide(Parser& p, syntax::ProfileDecl& into) {
  std::uint32_t begin = p.cursor.take().begin;
  syntax::ProvideItem item{{}, syntax::ProvisionKind::Uniform, {}, false, {}, {}};
  if (!parse_paths(p, item.features)) {
    return false;
  }
  const bool is_one = item.features.size() == 1;
  if (is_one && p.cursor.accept_word("at")) {
    constexpr std::string_view example = "written: provide surface.position at fragment = …;";
    if (!expect_word(p, "fragment", "after 'at'", std::string(example))) {
      return false;
    }
    item.is_per_fragment = true;
  }
  if (item.is_per_fragment && !p.cursor.at(TokenKind::Equal)) {
    return fail_expected(p, "'=' and the definition of the feature");
  }
  if (is_one && p.cursor.accept(TokenKind::Equal)) {
    item.definition = parse_expression(p);
    if (!item.definition || !expect_semicolon(p, "the feature to provide")) {
      return false;
    }
    item.span = p.cursor.span_from(begin);
    into.items.emplace_back(std::move(item));
    return true;
  }
  if (!expect_word(p, "as", "and its source", "written: provide surface.uv as attribute 2;") ||
      !parse_provision(p, item)) {
    return false;
  }
  std::optional<syntax::Meta> meta = parse_meta(p);
  if (!meta || !expect_semicolon(p, "the feature to provide")) {
    return false;
  }
  item.meta = std::move(*meta);
  item.span = p.cursor.span_from(begin);
  into.items.emplace_back(std::move(item));
  return true;
}

bool parse_block_place(Parser& p, syntax::BlockItem& item) {
  if (p.cursor.accept_word("as")) {
    item.is_push = true;
    return expect_word(p, "push", "after 'as'", "written: block Object as push { … }");
  }
  constexpr std::string_view example = "written: block Camera at set 0 binding 0 { … }";
  if (!expect_word(p, "at", "and the location of the block", std::string(example)) ||
      !expect_word(p, "set", "after 'at'", std::string(example))) {
    return false;
  }
  const std::optional<std::uint32_t> set = parse_index(p, "the number of the set");
  if (!set || !expect_word(p, "binding", "after the set", std::string(example))) {
    return false;
  }
  const std::optional<std::uint32_t> binding = parse_index(p, "the number of the binding");
  item.set = set.value_or(0);
  item.binding = binding.value_or(0);
  return binding.has_value();
}

bool parse_block(Parser& p, syntax::ProfileDecl& into) {
  std::uint32_t begin = p.cursor.take().begin;
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the block");
  if (!name) {
    return false;
  }
  syntax::BlockItem item{*name, false, 0, 0, {}, 0, {}};
  if (!parse_block_place(p, item)) {
    return false;
  }
  item.head_end = p.cursor.peek().begin;
  if (!expect(p, TokenKind::LeftBrace, "and the features in the block")) {
    return false;
  }
  while (!p.cursor.accept(TokenKind::RightBrace)) {
    const std::uint32_t member = p.cursor.peek().begin;
    std::optional<syntax::Path> path = parse_path(p, "the name of a feature");
    std::optional<syntax::Meta> meta = path ? parse_meta(p) : std::nullopt;
    if (!meta || !expect_semicolon(p, "the feature")) {
      return false;
    }
    item.members.push_back({std::move(*path), std::move(*meta), p.cursor.span_from(member)});
  }
  item.span = p.cursor.span_from(begin);
  into.items.emplace_back(std::move(item));
  return true;
}

bool parse_demand_target(Parser& p, syntax::DemandItem& item) {
  using Kind = syntax::DemandTarget::Kind;
  constexpr auto numbered = std::to_array<std::pair<std::string_view, Kind>>(
      {{"target", Kind::Target}, {"image", Kind::Image}, {"buffer", Kind::Buffer}});
  for (const auto& [word, kind] : numbered) {
    if (p.cursor.accept_word(word)) {
      std::optional<std::uint32_t> index =
          parse_index(p, fmt::format("the number of the {}", word));
      if (!index) {
        return false;
      }
      item.target = syntax::DemandTarget{kind, *index, {}};
      const bool is_format = kind == Kind::Image && p.cursor.at_name() &&
                             !p.cursor.at_word("invariant") && !p.cursor.at_word("flat");
      if (is_format) {
        item.target->format = p.cursor.identifier(p.cursor.take());
      }
      return true;
    }
  }
  constexpr std::pair<std::string_view, Kind> words[] = {
      {"depth", Kind::Depth}, {"clip", Kind::Clip}, {"discard", Kind::Discard}};
  for (const auto& [word, kind] : words) {
    if (p.cursor.accept_word(word)) {
      item.target = syntax::DemandTarget{kind, 0, {}};
      return true;
    }
  }
  return fail_expected(p, "'target', 'depth', 'clip', 'discard', 'image' or 'buffer'");
}

bool parse_demand(Parser& p, syntax::ProfileDecl& into) {
  std::string doc = p.cursor.doc_comment();
  std::uint32_t begin = p.cursor.peek().begin;
  const auto stage = std::find_if(shader_stages.begin(), shader_stages.end(),
                                  [&p](Stage one) { return p.cursor.at_word(stage_name(one)); });
  if (stage == shader_stages.end()) {
    return fail_expected(p, "'vertex', 'fragment' or 'thread' before 'demand'");
  }
  p.cursor.take();
  p.cursor.take();
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the demanded output");
  if (!name || !expect(p, TokenKind::Colon, "and the type of the demand")) {
    return false;
  }
  std::optional<syntax::TypeRef> type = parse_type(p, "the type of the demand");
  if (!type) {
    return false;
  }
  syntax::DemandItem item{*stage, *name, std::move(*type), {}, false,
                          false,  {},    std::move(doc),   {}};
  if (p.cursor.accept_word("as") && !parse_demand_target(p, item)) {
    return false;
  }
  item.is_invariant = p.cursor.accept_word("invariant");
  item.is_flat = p.cursor.accept_word("flat");
  if (p.cursor.accept(TokenKind::Equal)) {
    item.default_value = parse_expression(p);
    if (!item.default_value) {
      return false;
    }
  }
  std::string hint;
  if (p.cursor.at_word("as") || p.cursor.at_word("invariant") || p.cursor.at_word("flat")) {
    hint = "the order is: as …, invariant, flat, = default";
  }
  if (!expect_semicolon(p, "the demand", hint)) {
    return false;
  }
  item.span = p.cursor.span_from(begin);
  into.items.emplace_back(std::move(item));
  return true;
}

bool parse_setting(Parser& p, syntax::ProfileDecl& into) {
  std::uint32_t begin = p.cursor.take().begin;
  std::optional<syntax::Identifier> name = expect_name(p, "the name of a setting");
  if (!name) {
    return false;
  }
  syntax::SettingItem item{*name, 0.0, {}};
  if (p.cursor.at_name()) {
    item.value = p.cursor.identifier(p.cursor.take());
  } else if (p.cursor.at(TokenKind::Number) || p.cursor.at(TokenKind::Minus)) {
    std::optional<double> value = parse_real(p, "the value of the setting");
    if (!value) {
      return false;
    }
    item.value = *value;
  } else {
    return fail_expected(
        p, "the value of the setting, a name or a number",
        p.cursor.at(TokenKind::Equal) ? "written without '=': set interpolants 32;" : "");
  }
  if (!expect_semicolon(p, "the setting")) {
    return false;
  }
  item.span = p.cursor.span_from(begin);
  into.items.emplace_back(item);
  return true;
}

}  // namespace

bool parse_profile(Parser& p, syntax::Declaration& into) {
  std::optional<syntax::Identifier> name = expect_name(p, "the name of the profile");
  if (!name) {
    return false;
  }
  syntax::ProfileDecl profile{*name, std::nullopt, false, {}};
  if (p.cursor.accept(TokenKind::Colon)) {
    profile.base = expect_name(p, "the name of the profile it builds on");
    if (!profile.base) {
      return false;
    }
  }
  if (p.cursor.accept_word("as")) {
    if (!expect_word(p, "functions", "after 'as'", "written: profile uber as functions { … }")) {
      return false;
    }
    profile.as_functions = true;
  }
  std::size_t open = p.cursor.index();
  if (!expect(p, TokenKind::LeftBrace, "after the name of the profile")) {
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
    bool fine = false;
    if (p.cursor.at_word("provide")) {
      fine = parse_provide(p, profile);
    } else if (p.cursor.at_word("set")) {
      fine = parse_setting(p, profile);
    } else if (p.cursor.at_word("block")) {
      fine = parse_block(p, profile);
    } else if (p.cursor.at_word("demand", 1)) {
      fine = parse_demand(p, profile);
    } else {
      fine =
          fail_expected(p,
                        "'provide', 'block', 'vertex demand', 'fragment demand', 'thread demand', "
                        "'set' or '}' in "
                        "the profile",
                        p.cursor.at_word("demand") ? "say of which stage: fragment demand color: …;"
                        : p.cursor.at_word("vertex") || p.cursor.at_word("fragment")
                            ? "written: fragment demand color: float4 as target 0;"
                            : "");
    }
    if (!fine) {
      skip_statement(p, depth_inside(p, open), first);
    }
  }
  into.kind = std::move(profile);
  return true;
}

}  // namespace weft::parsing
