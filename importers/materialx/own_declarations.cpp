#include "importers/materialx/own_declarations.h"

#include <fmt/format.h>

#include "fragments/load/load.h"
#include "importers/materialx/values.h"

namespace weft::materialx {

OwnDeclarations::OwnDeclarations(const Document& document, const ImportOptions& options,
                                 const FileReader& reader, ModuleText& module)
    : document_(document), options_(options), reader_(reader), module_(module) {}

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

std::string OwnDeclarations::fragment_of(const Definition& definition) {
  const auto [known, is_new] = fragments_.try_emplace(definition.element.index());
  if (is_new && definition.code) {
    known->second = declare_fragment(definition);
  }
  return known->second;
}

std::string OwnDeclarations::declare_fragment(const Definition& definition) {
  std::string code(document_.elements[*definition.code].get("sourcecode"));
  std::string ports;
  for (const ElementId id : definition.inputs) {
    const Element& input = document_.elements[id];
    const std::string type = type_name(input.get("type"));
    if (type.empty() || type == "texture2d" || type == "Bsdf") {
      return {};
    }
    const std::string name = identifier_of(input.name);
    ports += fmt::format("{}{}: {}", ports.empty() ? "" : ", ", name, type);
    const std::string key = fmt::format("{{{{{}}}}}", input.name);
    for (std::size_t at = code.find(key); at != std::string::npos; at = code.find(key, at)) {
      code.replace(at, key.size(), name);
      at += name.size();
    }
  }
  if (code.find_first_of(";{}\"\\\n\r") != std::string::npos ||
      code.find("//") != std::string::npos || code.find("/*") != std::string::npos) {
    return {};  // no single expression
  }
  const std::string result =
      definition.outputs.size() == 1
          ? type_name(document_.elements[definition.outputs.front()].get("type"))
          : std::string();
  std::string name = module_.names.give(definition.node + "_code");
  const std::string text =
      fmt::format("fragment {}({}) -> {}\n{{\n    return {};\n}}\n", name, ports, result, code);
  // Code that is not Weft's must not spoil the module: it is loaded alone first.
  std::string alone = "import \"core\";\n";
  for (const std::string& declaration : module_.declarations) {
    alone += declaration;
  }
  LoadOptions load;
  load.shipped_directories = {std::string(directory_of(options_.standard_nodes))};
  if (result.empty() || has_errors(load_text("<code>", alone + text, reader_, load).diagnostics)) {
    return {};
  }
  module_.declarations.push_back(text);
  return name;
}

}  // namespace weft::materialx
