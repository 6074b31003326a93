#include "importers/materialx/edit_document.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::materialx {
namespace {

/// Names may be equal in different node graphs; the roots of all files are one scope.
std::string key_of(const Document& document, ElementId node, std::string_view name) {
  const ElementId parent = *document.elements[node].parent;
  const bool is_in_graph = document.elements[parent].parent.has_value();
  return fmt::format("{}/{}:{}", is_in_graph ? parent.index() + 1 : 0,
                     document.elements[node].space, name);
}

bool is_in_scope(const Document& document, const Element& element) {
  return element.parent && (!document.elements[*element.parent].parent ||
                            document.elements[*element.parent].tag == "nodegraph");
}

}  // namespace

ElementId add_child(Document& document, ElementId parent, Element element) {
  element.parent = parent;
  element.space = document.elements[parent].space;
  const ElementId id = document.elements.add(std::move(element));
  document.elements[parent].children.push_back(id);
  return id;
}

ElementId add_node(Document& document, ElementId beside, std::string_view tag,
                   const std::string& name, std::string_view type) {
  Element node;
  node.tag = tag;
  node.name = name;
  node.span = document.elements[beside].span;
  node.attributes = {{"name", name}, {"type", std::string(type)}};
  return add_child(document, *document.elements[beside].parent, std::move(node));
}

ElementId add_input(Document& document, ElementId node, std::string_view name,
                    std::string_view type) {
  Element input;
  input.tag = "input";
  input.name = name;
  input.span = document.elements[node].span;
  input.attributes = {{"name", input.name}, {"type", std::string(type)}};
  return add_child(document, node, std::move(input));
}

void link(Document& document, ElementId input, const std::string& node) {
  Element& element = document.elements[input];
  for (const char* other : {"value", "nodegraph", "interfacename", "output", "channels"}) {
    element.remove(other);
  }
  element.set("nodename", node);
}

bool is_linked(const Element& input) {
  return input.has("nodename") || input.has("nodegraph") || input.has("interfacename") ||
         input.has("output");
}

void rename(Document& document, ElementId id, const std::string& name) {
  Element& element = document.elements[id];
  element.name = name;
  element.set("name", name);
}

void remove_element(Document& document, ElementId id) {
  std::vector<ElementId>& beside = document.elements[*document.elements[id].parent].children;
  beside.erase(std::find(beside.begin(), beside.end(), id));
}

void remove_elements(Document& document, const std::unordered_set<std::size_t>& ids) {
  std::unordered_set<std::size_t> parents;
  for (const std::size_t id : ids) {
    const ElementId parent = *document.elements[ElementId(id)].parent;
    if (parents.insert(parent.index()).second) {
      std::erase_if(document.elements[parent].children,
                    [&](ElementId child) { return ids.count(child.index()) != 0; });
    }
  }
}

void copy_input(Document& document, ElementId input, ElementId node, std::string_view name) {
  Element copy = document.elements[input];
  copy.children.clear();
  copy.name = name;
  copy.set("name", copy.name);
  add_child(document, node, std::move(copy));
}

NodeNames::NodeNames(const Document& document) {
  for (std::size_t i = 0; i < document.elements.size(); ++i) {
    const ElementId id(i);
    if (is_in_scope(document, document.elements[id])) {
      nodes_.try_emplace(key_of(document, id, document.elements[id].name), id);
    }
  }
}

std::optional<ElementId> NodeNames::find(const Document& document, ElementId node,
                                         std::string_view name) const {
  const auto found = nodes_.find(key_of(document, node, name));
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

std::string NodeNames::give(const Document& document, ElementId node, const std::string& wanted) {
  std::string name = wanted;
  int& last = last_numbers_.try_emplace(key_of(document, node, wanted), 1).first->second;
  while (!nodes_.try_emplace(key_of(document, node, name), node).second) {
    name = fmt::format("{}_{}", wanted, ++last);
  }
  return name;
}

void NodeNames::set(const Document& document, const std::string& name, ElementId node) {
  nodes_.insert_or_assign(key_of(document, node, name), node);
}

}  // namespace weft::materialx
