#include "importers/materialx/scopes.h"

namespace weft::materialx {

namespace {

std::vector<ElementId> children_of(const Document& document, const std::vector<ElementId>& roots) {
  std::vector<ElementId> all;
  for (const ElementId root : roots) {
    const std::vector<ElementId>& some = document.elements[root].children;
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

std::vector<ElementId> Scopes::children(ScopeId scope) const {
  return scope ? document_.elements[*scope].children : children_of(document_, document_.roots);
}

std::vector<ElementId> Scopes::library_children() const {
  return children_of(document_, document_.library_roots);
}

const Scopes::Index& Scopes::index_of(ScopeId scope) {
  const std::size_t key = scope ? scope->index() + 1 : 0;
  const auto [found, is_new] = indexes_.try_emplace(key);
  if (is_new) {
    for (const ElementId id : children(scope)) {
      found->second.try_emplace(document_.elements[id].name, id);
    }
    for (const ElementId id : scope ? std::vector<ElementId>() : library_children()) {
      found->second.try_emplace(document_.elements[id].name, id);
    }
  }
  return found->second;
}

std::optional<ElementId> Scopes::find(ScopeId scope, std::string_view name,
                                      std::string_view space) {
  const Index& index = index_of(scope);
  auto found = index.find(name);
  if (found == index.end() && !space.empty() && name.starts_with(space) &&
      name.substr(space.size()).starts_with(":")) {
    found = index.find(name.substr(space.size() + 1));
  }
  return found == index.end() ? std::nullopt : std::optional<ElementId>(found->second);
}

}  // namespace weft::materialx
