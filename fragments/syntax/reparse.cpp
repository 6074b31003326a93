#include "fragments/syntax/reparse.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser_binding.h"
#include "fragments/syntax/parser_state.h"
#include "fragments/syntax/shift_syntax.h"

namespace weft {
namespace {

using syntax::Module;
using syntax::SyntaxShift;

/// A statement of a material or graph.
struct StatementPlace {
  std::size_t declaration;
  std::size_t item;
  Span span;
};

/// Whether a change leaves the first byte of a statement alone, and its last one.
bool is_inside(const TextChange& change, const Span& span) {
  return span.begin < change.begin && change.former_end < span.end;
}

Span span_of(const Module& module, syntax::BindingId binding) {
  return module.bindings[binding].span;
}

Span span_of(const Module& module, const syntax::MaterialItem& item) {
  const auto* parameter = std::get_if<syntax::ParameterDecl>(&item);
  return parameter != nullptr ? parameter->span
                              : span_of(module, std::get<syntax::BindingId>(item));
}

template <typename Item>
std::optional<StatementPlace> find_item(const Module& module, const std::vector<Item>& items,
                                        std::size_t declaration, const TextChange& change) {
  // Statements are in the order of the text.
  const auto item = std::partition_point(items.begin(), items.end(), [&](const Item& one) {
    return span_of(module, one).end <= change.begin;
  });
  if (item == items.end() || !is_inside(change, span_of(module, *item))) {
    return std::nullopt;
  }
  return StatementPlace{declaration, static_cast<std::size_t>(item - items.begin()),
                        span_of(module, *item)};
}

std::optional<StatementPlace> find_statement(const Module& module, const TextChange& change) {
  const auto& declarations = module.declarations;
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    if (!is_inside(change, declarations[i].span)) {
      continue;
    }
    if (const auto* material = std::get_if<syntax::MaterialDecl>(&declarations[i].kind)) {
      return find_item(module, material->items, i, change);
    }
    if (const auto* graph = std::get_if<syntax::GraphDecl>(&declarations[i].kind)) {
      return find_item(module, graph->bindings, i, change);
    }
    return std::nullopt;
  }
  return std::nullopt;
}

/// One statement, parsed into a module of its own.
struct ParsedStatement {
  Module module;
  syntax::MaterialItem item;
};

std::optional<ParsedStatement> parse_statement(FileId file, const SourceFile& source,
                                               const TextRange& range, bool is_of_material,
                                               Interner& names) {
  LexedText text = lex_ranges(file, source, names, {range}, parsing::max_errors);
  if (!text.diagnostics.empty()) {
    return std::nullopt;
  }
  ParsedStatement parsed{{}, syntax::BindingId(0)};
  parsed.module.file = file;
  parsing::TokenCursor cursor(file, source, text);
  parsing::SyntaxErrors errors(cursor, {});
  parsing::Parser parser{cursor, errors, parsed.module};
  if (is_of_material) {
    auto item = parsing::parse_material_item(parser);
    if (!item) {
      return std::nullopt;
    }
    parsed.item = std::move(*item);
  } else {
    const auto binding = parsing::parse_binding(parser, parsing::BindingPlace::Graph);
    if (!binding) {
      return std::nullopt;
    }
    parsed.item = *binding;
  }
  const bool is_whole = cursor.at_end() && cursor.previous().end == range.end;
  if (!is_whole || !errors.take().empty()) {
    return std::nullopt;
  }
  return parsed;
}

/// The elements of a store that belong to a statement. Stores are in the order in which the text
/// ends them.
template <typename T>
std::pair<std::size_t, std::size_t> range_of(const Store<T>& store, const Span& statement) {
  const auto ends_before = [](std::uint32_t offset) {
    return [offset](const T& one) { return one.span.end <= offset; };
  };
  const auto first = std::partition_point(store.begin(), store.end(), ends_before(statement.begin));
  const auto last = std::partition_point(first, store.end(), ends_before(statement.end));
  return {static_cast<std::size_t>(first - store.begin()),
          static_cast<std::size_t>(last - store.begin())};
}

/// `former` with the elements of a range replaced by `replacement`. Those are moved by `of_new`,
/// those behind the range by `of_rest`.
template <typename T>
Store<T> replaced(const Store<T>& former, std::pair<std::size_t, std::size_t> range,
                  Store<T> replacement, const SyntaxShift& of_new, const SyntaxShift& of_rest) {
  Store<T> made;
  made.reserve(former.size() - (range.second - range.first) + replacement.size());
  for (std::size_t i = 0; i < range.first; ++i) {
    made.add(former[Id<T>(i)]);
  }
  for (T& one : replacement) {
    move(of_new, one);
    made.add(std::move(one));
  }
  for (std::size_t i = range.second; i < former.size(); ++i) {
    move(of_rest, made[made.add(former[Id<T>(i)])]);
  }
  return made;
}

/// `items` with one replaced, and those behind it moved.
template <typename Item>
void replace_item(std::vector<Item>& items, std::size_t at, Item item, const SyntaxShift& of_rest) {
  items[at] = std::move(item);
  for (std::size_t i = at + 1; i < items.size(); ++i) {
    move(of_rest, items[i]);
  }
}

std::uint32_t difference(std::size_t now, std::size_t before) {
  return static_cast<std::uint32_t>(now - before);
}

}  // namespace

std::optional<ParsedModule> reparse_module(const ParsedModule& former, const SourceFile& source,
                                           const TextChange& change, Interner& names) {
  const Module& before = former.module;
  const auto place = former.diagnostics.empty() ? find_statement(before, change) : std::nullopt;
  if (!place) {
    return std::nullopt;
  }
  for (std::size_t i = place->declaration + 1; i < before.declarations.size(); ++i) {
    if (!std::holds_alternative<syntax::MaterialDecl>(before.declarations[i].kind)) {
      return std::nullopt;
    }
  }
  SyntaxShift of_rest;
  of_rest.bytes = change.end - change.former_end;
  const auto* graph = std::get_if<syntax::GraphDecl>(&before.declarations[place->declaration].kind);
  auto parsed =
      parse_statement(before.file, source, {place->span.begin, place->span.end + of_rest.bytes},
                      graph == nullptr, names);
  if (!parsed) {
    return std::nullopt;
  }
  const auto exprs = range_of(before.exprs, place->span);
  const auto bindings = range_of(before.bindings, place->span);
  SyntaxShift of_new;
  of_new.exprs = static_cast<std::uint32_t>(exprs.first);
  of_new.bindings = static_cast<std::uint32_t>(bindings.first);
  of_rest.exprs = difference(parsed->module.exprs.size(), exprs.second - exprs.first);
  of_rest.bindings = difference(parsed->module.bindings.size(), bindings.second - bindings.first);

  ParsedModule made;
  Module& now = made.module;
  now.file = before.file;
  now.stmts = before.stmts;
  now.exprs = replaced(before.exprs, exprs, std::move(parsed->module.exprs), of_new, of_rest);
  now.bindings =
      replaced(before.bindings, bindings, std::move(parsed->module.bindings), of_new, of_rest);
  now.declarations = before.declarations;
  syntax::Declaration& changed = now.declarations[place->declaration];
  changed.span.end += of_rest.bytes;
  move(of_new, parsed->item);
  if (auto* material = std::get_if<syntax::MaterialDecl>(&changed.kind)) {
    auto* parameter = std::get_if<syntax::ParameterDecl>(&parsed->item);
    auto* former_one = std::get_if<syntax::ParameterDecl>(&material->items[place->item]);
    if ((parameter == nullptr) != (former_one == nullptr)) {
      return std::nullopt;
    }
    if (parameter != nullptr) {
      parameter->doc = former_one->doc;  // the lines before it
    }
    replace_item(material->items, place->item, std::move(parsed->item), of_rest);
  } else {
    replace_item(std::get<syntax::GraphDecl>(changed.kind).bindings, place->item,
                 std::get<syntax::BindingId>(parsed->item), of_rest);
  }
  for (std::size_t i = place->declaration + 1; i < now.declarations.size(); ++i) {
    of_rest.move(now.declarations[i].span);
    move(of_rest, std::get<syntax::MaterialDecl>(now.declarations[i].kind));
  }
  return made;
}

}  // namespace weft
