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

void Scopes::add_names(const std::vector<ElementId>& elements, bool has_spaces, Index& index) {
  for (const ElementId id : elements) {
    const Element& element = document_.elements[id];
    if (element.space.empty() || !has_spaces) {
      index.try_emplace(element.name, id);
    } else {
      index.try_emplace(names_.emplace_back(qualified_name(element.space, element.name)), id);
    }
  }
}

const Scopes::Index& Scopes::index_of(ScopeId scope) {
  const std::size_t key = scope ? scope->index() + 1 : 0;
  const auto [found, is_new] = indexes_.try_emplace(key);
  if (is_new) {
    const std::vector<ElementId> own = children(scope);
    const std::vector<ElementId> library = scope ? std::vector<ElementId>() : library_children();
    for (const bool has_spaces : {true, false}) {
      add_names(own, has_spaces, found->second);
      add_names(library, has_spaces, found->second);
    }
  }
  return found->second;
}

std::optional<ElementId> Scopes::find(ScopeId scope, std::string_view name,
                                      std::string_view space) {
  const Index& index = index_of(scope);
  auto found = space.empty() ? index.end() : index.find(qualified_name(space, name));
  if (found == index.end()) {
    found = index.find(name);
  }
  return found == index.end() ? std::nullopt : std::optional<ElementId>(found->second);
}

}  // namespace weft::materialx
