#pragma once

#include <map>
#include <optional>
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
  /// The first child of that name, or of the name with the namespace of `from` in front. Names of
  /// an installed MaterialX are found from everywhere where the document has none like it.
  std::optional<ElementId> find(ScopeId scope, std::string_view name, std::string_view space = {});

 private:
  using Index = std::unordered_map<std::string_view, ElementId>;

  const Index& index_of(ScopeId scope);

  const Document& document_;
  std::map<std::size_t, Index> indexes_;  ///< by the scope's element + 1; 0 is the document
};

}  // namespace weft::materialx
