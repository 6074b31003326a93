#include "importers/materialx/document.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::materialx {

std::string_view Element::get(std::string_view attribute) const {
  for (const auto& [key, value] : attributes) {
    if (key == attribute) {
      return value;
    }
  }
  return {};
}

bool Element::has(std::string_view attribute) const {
  return std::any_of(attributes.begin(), attributes.end(),
                     [&](const auto& pair) { return pair.first == attribute; });
}

void Element::set(std::string_view attribute, std::string value) {
  for (auto& [key, old] : attributes) {
    if (key == attribute) {
      old = std::move(value);
      return;
    }
  }
  attributes.emplace_back(attribute, std::move(value));
}

void Element::remove(std::string_view attribute) {
  std::erase_if(attributes, [&](const auto& pair) { return pair.first == attribute; });
}

std::vector<ElementId> roots_of(const Document& document) {
  std::vector<ElementId> roots = document.roots;
  roots.insert(roots.end(), document.library_roots.begin(), document.library_roots.end());
  return roots;
}

bool is_of_library(const Document& document, ElementId id) {
  return id.index() < document.library_elements;
}

std::string path_of(const Document& document, ElementId id) {
  std::vector<std::string_view> names;
  for (std::optional<ElementId> at = id; at; at = document.elements[*at].parent) {
    const Element& element = document.elements[*at];
    if (element.parent) {
      names.push_back(element.name.empty() ? std::string_view(element.tag)
                                           : std::string_view(element.name));
    }
  }
  std::reverse(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, "/"));
}

std::string qualified_name(std::string_view space, std::string_view name) {
  const bool has_space = name.starts_with(space) && name.substr(space.size()).starts_with(":");
  return space.empty() || has_space ? std::string(name) : fmt::format("{}:{}", space, name);
}

std::optional<ElementId> find_child(const Document& document, ElementId parent,
                                    std::string_view name, std::string_view tag) {
  for (const ElementId id : document.elements[parent].children) {
    const Element& element = document.elements[id];
    if (element.name == name && (tag.empty() || element.tag == tag)) {
      return id;
    }
  }
  return std::nullopt;
}

std::vector<ElementId> inputs_of(const Document& document, ElementId node) {
  std::vector<ElementId> inputs;
  for (const ElementId id : document.elements[node].children) {
    if (document.elements[id].tag == "input") {
      inputs.push_back(id);
    }
  }
  return inputs;
}

std::string_view inherited(const Document& document, ElementId id, std::string_view attribute) {
  for (std::optional<ElementId> at = id; at; at = document.elements[*at].parent) {
    if (document.elements[*at].has(attribute)) {
      return document.elements[*at].get(attribute);
    }
  }
  return {};
}

}  // namespace weft::materialx
