#include <variant>

#include "live/language_server/symbol_collector.h"

namespace weft::lsp {

void collect_traits(SymbolCollector& c, const syntax::Traits& traits) {
  for (const syntax::TraitStatement& statement : traits.statements) {
    const std::string trait = c.spelling(statement.trait.name);
    c.mention({SymbolSpace::Trait, {}, trait}, statement.trait.span);
    if (!statement.variable) {
      c.mention({SymbolSpace::TraitValue, trait, c.spelling(statement.value.name)},
                statement.value.span);
    }
  }
}

void collect_type_name(SymbolCollector& c, const syntax::Identifier& name) {
  if (const auto local = c.find_local(name.name)) {
    c.made.occurrences.push_back({name.span, *local});
  } else {
    c.mention({SymbolSpace::Callable, {}, c.spelling(name.name)}, name.span);
  }
}

void collect_type(SymbolCollector& c, const syntax::TypeRef& type) {
  collect_type_name(c, type.name);
  for (const std::optional<syntax::ExprId>& size : type.array_sizes) {
    if (size) {
      collect_expression(c, *size);
    }
  }
  if (type.traits) {
    collect_traits(c, *type.traits);
  }
}

void collect_feature(SymbolCollector& c, const syntax::Path& path) {
  if (path.parts.empty()) {
    return;
  }
  std::string whole = c.spelling(path.parts.front().name);
  c.mention({SymbolSpace::FeatureSpace, {}, whole}, path.parts.front().span);
  for (std::size_t i = 1; i < path.parts.size(); ++i) {
    whole += "." + c.spelling(path.parts[i].name);
  }
  if (path.parts.size() > 1) {
    c.mention({SymbolSpace::Feature, {}, whole}, path.parts.back().span);
  }
}

}  // namespace weft::lsp
