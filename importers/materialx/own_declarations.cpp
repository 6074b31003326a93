#include "importers/materialx/own_declarations.h"

#include <charconv>
#include <functional>
#include <map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "importers/materialx/values.h"

namespace weft::materialx {

namespace {

bool is_struct_definition(const Element& element) {
  return element.tag == "typedef" && !element.children.empty();
}

/// The structs among the elements, each behind those that its members have.
std::vector<ElementId> sorted_structs(const Document& document,
                                      const std::vector<ElementId>& elements) {
  std::map<std::string, ElementId, std::less<>> by_name;
  for (const bool has_space : {true, false}) {
    for (const ElementId id : elements) {
      const Element& element = document.elements[id];
      if (is_struct_definition(element)) {
        by_name.try_emplace(qualified_name(has_space ? element.space : "", element.name), id);
      }
    }
  }
  struct Visit {
    ElementId id;
    std::size_t next = 0;
  };
  std::vector<ElementId> sorted;
  std::unordered_set<std::size_t> seen;
  std::vector<Visit> open;
  const auto visit = [&](ElementId id) {
    if (seen.insert(id.index()).second) {
      open.push_back({id});
    }
  };
  for (const ElementId id : elements) {
    if (is_struct_definition(document.elements[id])) {
      visit(id);
    }
    while (!open.empty()) {
      Visit& top = open.back();
      const std::vector<ElementId>& members = document.elements[top.id].children;
      if (top.next == members.size()) {
        sorted.push_back(top.id);
        open.pop_back();
        continue;
      }
      const auto inner = by_name.find(document.elements[members[top.next++]].get("type"));
      if (inner != by_name.end()) {
        visit(inner->second);
      }
    }
  }
  return sorted;
}

/// The parts between semicolons of `{1; {2; 3}}`, or nothing if the text has no braces around it.
std::optional<std::vector<std::string>> parts_of_struct(std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
    return std::nullopt;
  }
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text.substr(1, text.size() - 2)) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == ';' && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ' || !parts.back().empty()) {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) {
    part.erase(part.find_last_not_of(' ') + 1);
  }
  return parts;
}

/// The longest default of a struct: structs of structs have defaults that grow without bound.
constexpr std::size_t longest_default = 16384;

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
  for (const ElementId id : sorted_structs(document_, elements)) {
    const Element& element = document_.elements[id];
    StructType made;
    std::string members;
    std::size_t length = 0;
    for (const ElementId child : element.children) {
      const Element& member = document_.elements[child];
      const std::string type = type_name(member.get("type"));
      if (member.tag == "member" && !type.empty()) {
        made.member_types.emplace_back(member.get("type"));
        made.defaults.push_back(
            literal(member.get("type"), member.get("value")).value_or(zero_of(type)));
        length += made.defaults.back().size();
        members += fmt::format("    {} {};\n", type, identifier_of(member.name));
      }
    }
    if (!members.empty() && length <= longest_default) {
      made.name = module_.names.give(element.name + "_struct");  // nodes of Weft have other names
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

std::vector<std::string_view> OwnDeclarations::unit_names() const {
  std::vector<std::string_view> names;
  names.reserve(units_.size());
  for (const auto& [name, scale] : units_) {
    names.push_back(name);
  }
  return names;
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
  return found == structs_.end() ? literal_of(type, text) : literal(found->second, text);
}

std::optional<std::string> OwnDeclarations::literal(const StructType& type,
                                                    std::string_view text) const {
  struct Level {
    const StructType* type;
    std::vector<std::string> parts;   ///< of the text
    std::vector<std::string> values;  ///< their literals, as far as they are read
  };
  std::vector<Level> levels;
  const auto open = [&](const StructType& inner, std::string_view stated) {
    auto parts = parts_of_struct(stated);
    const bool is_complete = parts && parts->size() == inner.member_types.size();
    if (is_complete) {
      levels.push_back({&inner, std::move(*parts), {}});
    }
    return is_complete;
  };
  if (text.empty()) {
    return fmt::format("{}({})", type.name, fmt::join(type.defaults, ", "));
  }
  if (!open(type, text)) {
    return std::nullopt;
  }
  while (true) {
    Level& level = levels.back();
    const std::size_t at = level.values.size();
    if (at == level.parts.size()) {
      std::string value = fmt::format("{}({})", level.type->name, fmt::join(level.values, ", "));
      levels.pop_back();
      if (levels.empty()) {
        return value;
      }
      levels.back().values.push_back(std::move(value));
      continue;
    }
    const std::string part = level.parts[at];
    const auto inner = structs_.find(level.type->member_types[at]);
    if (inner != structs_.end()) {
      if (!open(inner->second, part)) {
        return std::nullopt;
      }
    } else if (auto value = literal_of(level.type->member_types[at], part)) {
      level.values.push_back(std::move(*value));
    } else {
      return std::nullopt;
    }
  }
}

}  // namespace weft::materialx
