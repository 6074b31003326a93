#include "importers/materialx/own_declarations.h"

#include <fmt/format.h>

#include "importers/materialx/values.h"

namespace weft::materialx {

OwnDeclarations::OwnDeclarations(const Document& document, ModuleText& module)
    : document_(document), module_(module) {}

bool OwnDeclarations::is_struct(std::string_view type) const { return structs_.count(type) != 0; }

void OwnDeclarations::declare_structs(const std::vector<ElementId>& elements) {
  for (const ElementId id : elements) {
    const Element& element = document_.elements[id];
    if (element.tag != "typedef" || element.children.empty()) {
      continue;
    }
    StructType made;
    std::string members;
    for (const ElementId child : element.children) {
      const Element& member = document_.elements[child];
      const std::string type = type_name(member.get("type"));
      if (member.tag == "member" && !type.empty()) {
        made.member_types.emplace_back(member.get("type"));
        members += fmt::format("    {} {};\n", type, identifier_of(member.name));
      }
    }
    if (!members.empty()) {
      made.name = module_.names.give(element.name);
      module_.declarations.push_back(fmt::format("struct {} {{\n{}}}\n", made.name, members));
      structs_.try_emplace(element.name, std::move(made));
    }
  }
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
  if (text.empty()) {  // unstated members are zero
    std::vector<std::string> zeros;
    zeros.reserve(made.member_types.size());
    for (const std::string& member : made.member_types) {
      zeros.push_back(zero_of(data_type_of(member)));
    }
    return fmt::format("{}({})", made.name, fmt::join(zeros, ", "));
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
