#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/materialx/document.h"

namespace weft::materialx {

/// A node graph, or nothing for the document itself, whose elements come from all its files.
using ScopeId = std::optional<ElementId>;

/// Finds elements by name. Each scope is indexed when it is first asked for; then a lookup takes
/// constant time.
class Scopes {
 public:
  explicit Scopes(const Document& document) : document_(document) {}

  /// The children of a scope, in document order.
  std::vector<ElementId> children(ScopeId scope) const;
  /// The children of the files of an installed MaterialX.
  std::vector<ElementId> library_children() const;
  /// The child of that name for an element of the namespace `space`: first the name is looked for
  /// with this namespace in front, then as it is written. What is in a namespace is found without
  /// it where nothing else has the name. Names of an installed MaterialX come behind those of the
  /// document.
  std::optional<ElementId> find(ScopeId scope, std::string_view name, std::string_view space = {});

 private:
  using Index = std::unordered_map<std::string_view, ElementId>;

  const Index& index_of(ScopeId scope);
  /// Adds the names of elements, with their namespaces or without them.
  void add_names(const std::vector<ElementId>& elements, bool has_spaces, Index& index);

  const Document& document_;
  std::deque<std::string> names_;         ///< the keys with a namespace
  std::map<std::size_t, Index> indexes_;  ///< by the scope's element + 1; 0 is the document
};

}  // namespace weft::materialx
