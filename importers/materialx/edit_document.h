#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "importers/materialx/document.h"

// What upgrades of documents do to elements.

namespace weft::materialx {

/// Adds the element as last child.
ElementId add_child(Document& document, ElementId parent, Element element);

/// Adds a node with that name beside another one, which it takes its place in the text from.
ElementId add_node(Document& document, ElementId beside, std::string_view tag,
                   const std::string& name, std::string_view type);

/// Adds an input without value or link.
ElementId add_input(Document& document, ElementId node, std::string_view name,
                    std::string_view type);

/// Links an input to a node beside its own, in the place of what it had.
void link(Document& document, ElementId input, const std::string& node);

bool is_linked(const Element& input);

void rename(Document& document, ElementId id, const std::string& name);

/// Removes a child, with what is below it, from its parent.
void remove_element(Document& document, ElementId id);

/// Removes children, which are named by their ids, from their parents. O(elements beside them).
void remove_elements(Document& document, const std::unordered_set<std::size_t>& ids);

/// Copies an input to another node, under another name, with its value or link.
void copy_input(Document& document, ElementId input, ElementId node, std::string_view name);

/// The names of nodes beside each other: the children of a node graph, or those of all roots.
class NodeNames {
 public:
  explicit NodeNames(const Document& document);

  /// The node of that name beside `node`.
  std::optional<ElementId> find(const Document& document, ElementId node,
                                std::string_view name) const;
  /// A name that no node beside `node` has, `wanted` or one made of it. It is taken afterwards.
  std::string give(const Document& document, ElementId node, const std::string& wanted);
  /// Lets a name stand for another node.
  void set(const Document& document, const std::string& name, ElementId node);

 private:
  std::unordered_map<std::string, ElementId> nodes_;   // by scope and name
  std::unordered_map<std::string, int> last_numbers_;  // that were appended to wanted names
};

}  // namespace weft::materialx
