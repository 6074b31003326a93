#include "live/language_server/symbols.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "live/language_server/symbol_collector.h"

namespace weft::lsp {

std::uint32_t SymbolCollector::id(Symbol symbol) {
  const auto next = static_cast<std::uint32_t>(made.symbols.size());
  const auto [found, is_new] = ids.emplace(std::move(symbol), next);
  if (is_new) {
    made.symbols.push_back(found->first);
  }
  return found->second;
}

void SymbolCollector::mention(Symbol symbol, Span span) {
  made.occurrences.push_back({span, id(std::move(symbol))});
}

std::uint32_t SymbolCollector::declare(Symbol symbol, DeclaredKind kind, Span name, Span whole,
                                       Span head, const std::string& doc) {
  const std::uint32_t symbol_id = id(std::move(symbol));
  made.occurrences.push_back({name, symbol_id, true});
  made.declared.push_back({symbol_id, kind, name, whole, head, doc});
  return symbol_id;
}

std::uint32_t SymbolCollector::declare_local(const syntax::Identifier& name, DeclaredKind kind,
                                             Span whole, LocalOrigin origin,
                                             const std::string& doc) {
  const std::uint32_t symbol =
      declare(local_symbol(*this, name), kind, name.span, whole, whole, doc);
  origins[symbol] = origin;
  return symbol;
}

Symbol local_symbol(const SymbolCollector& c, const syntax::Identifier& name) {
  return {SymbolSpace::Local, fmt::format("{}", name.span.begin), c.spelling(name.name)};
}

std::optional<std::uint32_t> SymbolCollector::find_local(NameId name) const {
  const auto last = std::find_if(bound.rbegin(), bound.rend(),
                                 [&](const auto& each) { return each.first == name; });
  if (last != bound.rend()) {
    return last->second;
  }
  const auto found = scope.find(name);
  return found != scope.end() ? std::optional(found->second) : std::nullopt;
}

FileSymbols collect_symbols(const live::DocumentText& text) {
  SymbolCollector collector(text);
  for (const syntax::Declaration& declaration : text.module().declarations) {
    collector.scope.clear();
    collector.bound.clear();
    collect_declaration(collector, declaration);
  }
  FileSymbols made = std::move(collector.made);
  std::stable_sort(made.occurrences.begin(), made.occurrences.end(),
                   [](const Occurrence& a, const Occurrence& b) {
                     return std::pair(a.span.begin, a.span.end) <
                            std::pair(b.span.begin, b.span.end);
                   });
  std::stable_sort(
      made.declared.begin(), made.declared.end(),
      [](const DeclaredSymbol& a, const DeclaredSymbol& b) { return a.name.begin < b.name.begin; });
  for (std::uint32_t i = 0; i < made.declared.size(); ++i) {
    made.declared_by_symbol[made.symbols[made.declared[i].symbol]].push_back(i);
  }
  return made;
}

const Occurrence* FileSymbols::at(std::uint32_t offset) const {
  auto after = std::upper_bound(
      occurrences.begin(), occurrences.end(), offset,
      [](std::uint32_t place, const Occurrence& each) { return place < each.span.begin; });
  // Names do not overlap but for those of one place, so the nearest two begins are enough.
  const Occurrence* best = nullptr;
  for (int i = 0; i < 3 && after != occurrences.begin(); ++i) {
    const Occurrence& each = *--after;
    const bool holds = each.span.end > offset;
    const bool touches = each.span.end == offset;
    if (holds) {
      return &each;
    }
    if (touches && best == nullptr) {
      best = &each;
    }
  }
  return best;
}

}  // namespace weft::lsp
