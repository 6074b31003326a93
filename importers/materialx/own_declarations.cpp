#include "importers/materialx/own_declarations.h"

#include <charconv>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "importers/materialx/values.h"

namespace weft::materialx {

namespace {

bool is_struct_definition(const Element& element) {
  return element.tag == "typedef" && !element.children.empty();
}

}  // namespace

void qualify_types(Document& document) {
  std::unordered_set<std::string> structs;
  for (const ElementId root : roots_of(document)) {
    for (const ElementId id : document.elements[root].children) {
      const Element& element = document.elements[id];
      if (is_struct_definition(element) && !element.space.empty()) {
        structs.insert(qualified_name(element.space, element.name));
      }
    }
  }
  for (std::size_t i = 0; !structs.empty() && i < document.elements.size(); ++i) {
    Element& element = document.elements[ElementId(i)];
    std::string name = qualified_name(element.space, element.get("type"));
    if (!element.space.empty() && structs.count(name) != 0) {
      element.set("type", std::move(name));
    }
  }
}

OwnDeclarations::OwnDeclarations(const Document& document, ModuleText& module)
    : document_(document), module_(module) {}

bool OwnDeclarations::is_struct(std::string_view type) const { return structs_.count(type) != 0; }

void OwnDeclarations::declare_structs(const std::vector<ElementId>& elements) {
  for (const ElementId id : elements) {
    const Element& element = document_.elements[id];
    if (!is_struct_definition(element)) {
      continue;
    }
    StructType made;
    std::string members;
    for (const ElementId child : element.children) {
      const Element& member = document_.elements[child];
      const std::string type = type_name(member.get("type"));
      if (member.tag == "member" && !type.empty()) {
        made.member_types.emplace_back(member.get("type"));
        made.defaults.push_back(
            literal(member.get("type"), member.get("value")).value_or(zero_of(type)));
        members += fmt::format("    {} {};\n", type, identifier_of(member.name));
      }
    }
    if (!members.empty()) {
      made.name = module_.names.give(element.name);
      module_.declarations.push_back(fmt::format("struct {} {{\n{}}}\n", made.name, members));
      structs_.try_emplace(qualified_name(element.space, element.name), std::move(made));
    }
  }
  for (const ElementId id : elements) {  // types may leave the namespace out
    const Element& element = document_.elements[id];
    const auto found = structs_.find(qualified_name(element.space, element.name));
    if (is_struct_definition(element) && found != structs_.end()) {
      structs_.try_emplace(element.name, found->second);
    }
  }
}

void OwnDeclarations::note_units(const std::vector<ElementId>& elements) {
  for (const ElementId id : elements) {
    const Element& definition = document_.elements[id];
    if (definition.tag != "unitdef") {
      continue;
    }
    const std::string_view type = definition.get("unittype");
    for (const ElementId child : definition.children) {
      const Element& unit = document_.elements[child];
      const std::string_view text = unit.get("scale");
      double scale = 0;
      const bool is_number =
          std::from_chars(text.data(), text.data() + text.size(), scale).ec == std::errc();
      const bool is_converted = is_number && (type == "distance" || type == "angle");
      units_.try_emplace(unit.name, is_converted ? std::optional<double>(scale) : std::nullopt);
    }
  }
}

bool OwnDeclarations::has_unit(std::string_view name) const { return units_.count(name) != 0; }

std::optional<double> OwnDeclarations::scale_of_unit(std::string_view name) const {
  const auto found = units_.find(name);
  return found == units_.end() ? std::nullopt : found->second;
}

std::string OwnDeclarations::type_name(std::string_view type) const {
  const auto found = structs_.find(type);
  return found == structs_.end() ? std::string(data_type_of(type)) : found->second.name;
}

std::optional<std::string> OwnDeclarations::literal(std::string_view type,
                                                    std::string_view text) const {
  const auto found = structs_.find(type);
  if (found == structs_.end()) {
    return literal_of(type, text);
  }
  const StructType& made = found->second;
  if (text.empty()) {
    return fmt::format("{}({})", made.name, fmt::join(made.defaults, ", "));
  }
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
    return std::nullopt;
  }
  const std::vector<std::string> parts = split_list(text.substr(1, text.size() - 2), ';');
  if (parts.size() != made.member_types.size()) {
    return std::nullopt;
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::optional<std::string> value = literal_of(made.member_types[i], parts[i]);
    if (!value) {
      return std::nullopt;
    }
    values.push_back(*value);
  }
  return fmt::format("{}({})", made.name, fmt::join(values, ", "));
}

}  // namespace weft::materialx
