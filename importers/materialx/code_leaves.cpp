#include "importers/materialx/code_leaves.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "fragments/load/load.h"
#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

constexpr std::size_t most_code_files = 100;

/// The data type of a type of GLSL, or an empty text.
std::string_view data_type_of_glsl(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> glsl_types = {
      {{"float", "float"},
       {"int", "int"},
       {"bool", "bool"},
       {"vec2", "float2"},
       {"vec3", "float3"},
       {"vec4", "float4"},
       {"mat3", "float3x3"},
       {"mat4", "float4x4"}}};
  for (const auto& [glsl, data_type] : glsl_types) {
    if (type == glsl) {
      return data_type;
    }
  }
  return {};
}

CodeLeaf fault(Code code, std::optional<ElementId> place, std::string message) {
  CodeLeaf leaf;
  leaf.code = code;
  leaf.place = place;
  leaf.fault = std::move(message);
  return leaf;
}

/// A function as a leaf with that name. `names` are those that its body has to use.
std::string leaf_text(const GlslFunction& function, const std::string& name,
                      std::vector<std::pair<std::string, std::string>> names) {
  std::string ports;
  std::string results;
  for (const GlslParameter& parameter : function.parameters) {
    const std::string spelled = identifier_of(parameter.name);
    if (spelled != parameter.name) {
      names.emplace_back(parameter.name, spelled);
    }
    std::string& list = parameter.is_out ? results : ports;
    list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", spelled,
                        data_type_of_glsl(parameter.type));
  }
  const std::string result = results.empty() ? std::string(data_type_of_glsl(function.result))
                                             : fmt::format("({})", results);
  return fmt::format("fragment {}({}) -> {}\n{{\n{}\n}}\n", name, ports, result,
                     with_names(function.body, names));
}

/// The functions that one needs, with it, callees first.
std::vector<const GlslFunction*> needed(
    const std::map<std::string, GlslFunction, std::less<>>& functions, const GlslFunction& first) {
  std::vector<const GlslFunction*> found = {&first};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const auto& [name, function] : functions) {
      const bool is_called = with_names(found[i]->body, {{name, {}}}) != found[i]->body;
      if (is_called && std::find(found.begin(), found.end(), &function) == found.end()) {
        found.push_back(&function);
      }
    }
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace

CodeLeaves::CodeLeaves(const Document& document, const ImportOptions& options,
                       const FileReader& reader, const OwnDeclarations& own, ModuleText& module)
    : document_(document), options_(options), reader_(reader), own_(own), module_(module) {}

const CodeLeaf& CodeLeaves::leaf_of(const Definition& definition) {
  const auto [known, is_new] = leaves_.try_emplace(definition.element.index());
  if (is_new) {
    if (!definition.code) {
      known->second = fault(Code::Unsupported, std::nullopt,
                            fmt::format("the definition of '{}' has no node graph{}",
                                        definition.node, definition.is_code ? ", only code" : ""));
    } else if (document_.elements[*definition.code].has("sourcecode")) {
      known->second = expression_leaf(definition);
    } else {
      known->second = file_leaf(definition);
    }
  }
  return known->second;
}

std::optional<std::string> CodeLeaves::declare(const std::vector<std::string>& declarations) {
  // Code that is not Weft's must not spoil the module: it is loaded alone first.
  std::string alone = "import \"core\";\n";
  for (const std::string& declaration : module_.declarations) {
    alone += declaration;
  }
  for (const std::string& declaration : declarations) {
    alone += declaration;
  }
  LoadOptions load;
  load.shipped_directories = {options_.shipped_directory};
  const LoadedLibrary loaded = load_text("<code>", alone, reader_, load);
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    if (diagnostic.severity == Severity::Error) {
      return diagnostic.message;
    }
  }
  module_.declarations.insert(module_.declarations.end(), declarations.begin(), declarations.end());
  return std::nullopt;
}

CodeLeaf CodeLeaves::expression_leaf(const Definition& definition) {
  CodeLeaf leaf;
  CodeLeaf refused = fault(Code::Unsupported, std::nullopt,
                           fmt::format("the definition of '{}' has no node graph, only code that "
                                       "is no expression of Weft",
                                       definition.node));
  std::string code(document_.elements[*definition.code].get("sourcecode"));
  std::string ports;
  for (const ElementId id : definition.inputs) {
    const Element& input = document_.elements[id];
    const std::string type = own_.type_name(input.get("type"));
    if (type.empty() || type == "texture2d" || type == "Bsdf") {
      return refused;
    }
    leaf.ports.push_back(identifier_of(input.name));
    const std::string& name = leaf.ports.back();
    ports += fmt::format("{}{}: {}", ports.empty() ? "" : ", ", name, type);
    const std::string key = fmt::format("{{{{{}}}}}", input.name);
    for (std::size_t at = code.find(key); at != std::string::npos; at = code.find(key, at)) {
      code.replace(at, key.size(), name);
      at += name.size();
    }
  }
  const bool is_expression = code.find_first_of(";{}\"\\\n\r") == std::string::npos &&
                             code.find("//") == std::string::npos &&
                             code.find("/*") == std::string::npos;
  const std::string result =
      definition.outputs.size() == 1
          ? own_.type_name(document_.elements[definition.outputs.front()].get("type"))
          : std::string();
  if (!is_expression || result.empty()) {
    return refused;
  }
  leaf.results = {""};
  leaf.fragment = module_.names.give(definition.node + "_code");
  const bool is_refused = declare({fmt::format("fragment {}({}) -> {}\n{{\n    return {};\n}}\n",
                                               leaf.fragment, ports, result, code)})
                              .has_value();
  return is_refused ? refused : leaf;
}

CodeLeaves::CodeFile CodeLeaves::read_code(const std::string& folder, const std::string& name,
                                           bool is_library) const {
  std::vector<std::string> places = {joined_path(folder, name)};
  for (const std::string& directory : options_.directories) {
    places.push_back(joined_path(directory, name));
  }
  const bool is_free = is_library || !options_.roots;
  const std::vector<std::string> allowed =
      is_free ? std::vector<std::string>() : identities_of(reader_, *options_.roots);
  CodeFile file;
  for (const std::string& place : places) {
    if (!is_free && !is_inside_any(reader_.identity(place), allowed)) {
      file.is_outside = true;
      continue;
    }
    file.read = reader_.read_regular(place);
    if (file.read.status != ReadResult::Status::NotFound) {
      file.path = place;
      break;
    }
  }
  return file;
}

std::optional<CodeLeaf> CodeLeaves::read_functions(const Definition& definition,
                                                   Functions& functions, std::string& other) const {
  const Element& element = document_.elements[*definition.code];
  const std::string first(element.get("file"));
  std::vector<std::pair<std::string, std::string>> left = {
      {std::string(directory_of(document_.sources[element.span.file].path())), first}};
  std::set<std::string> seen;
  while (!left.empty() && seen.size() < most_code_files) {
    const auto [folder, name] = left.back();
    left.pop_back();
    const CodeFile file = read_code(folder, name, definition.is_library);
    if (file.read.status != ReadResult::Status::Text) {
      if (!seen.empty()) {
        continue;  // whether something is missing shows when the functions are loaded
      }
      return file.is_outside
                 ? fault(Code::ImportOutside, definition.code,
                         fmt::format("'{}' is outside of the folders given by --root", first))
                 : fault(file.path.empty() ? Code::FileNotFound : Code::FileUnreadable,
                         definition.code,
                         fmt::format("'{}', which has the code of '{}', {}", first, definition.node,
                                     file.path.empty() ? "does not exist"
                                                       : "cannot be read: " + file.read.reason));
    }
    if (!seen.insert(reader_.identity(file.path)).second) {
      continue;
    }
    GlslFile code = read_glsl(file.read.text);
    for (GlslFunction& function : code.functions) {
      functions.try_emplace(function.name, std::move(function));
    }
    other = other.empty() ? code.other : other;
    for (const std::string& include : code.includes) {
      left.emplace_back(directory_of(file.path), include);
    }
  }
  return std::nullopt;
}

bool CodeLeaves::fits(const Definition& definition, const GlslFunction& function) const {
  std::vector<std::string> expected;
  expected.reserve(definition.inputs.size() + definition.outputs.size());
  for (const ElementId id : definition.inputs) {
    expected.push_back(own_.type_name(document_.elements[id].get("type")));
  }
  const bool has_outs = std::any_of(function.parameters.begin(), function.parameters.end(),
                                    [](const GlslParameter& one) { return one.is_out; });
  std::vector<std::string> given;
  given.reserve(function.parameters.size() + 1);
  for (const GlslParameter& parameter : function.parameters) {
    given.emplace_back(data_type_of_glsl(parameter.type));
  }
  for (const ElementId id : definition.outputs) {
    expected.push_back(own_.type_name(document_.elements[id].get("type")));
  }
  if (!has_outs) {
    given.emplace_back(data_type_of_glsl(function.result));
  }
  bool is_in_order = given == expected;
  for (std::size_t i = 0; is_in_order && i < function.parameters.size(); ++i) {
    is_in_order = function.parameters[i].is_out == (i >= definition.inputs.size());
  }
  return is_in_order && std::find(given.begin(), given.end(), "") == given.end();
}

CodeLeaf CodeLeaves::file_leaf(const Definition& definition) {
  const Element& element = document_.elements[*definition.code];
  const std::string file(element.get("file"));
  const std::string wanted(element.get("function"));
  Functions functions;
  std::string other;
  if (const auto unread = read_functions(definition, functions, other)) {
    return *unread;
  }
  const auto found = functions.find(wanted);
  if (found == functions.end()) {
    return fault(Code::UnknownName, definition.code,
                 other.empty()
                     ? fmt::format("'{}' has no function '{}'", file, wanted)
                     : fmt::format("'{}' has no function '{}' that Weft can read: it has '{}'",
                                   file, wanted, other));
  }
  if (!fits(definition, found->second)) {
    return fault(Code::TypeMismatch, definition.code,
                 fmt::format("the function '{}' does not take the inputs of '{}' and then its "
                             "outputs",
                             wanted, definition.node));
  }
  const std::vector<const GlslFunction*> all = needed(functions, found->second);
  std::vector<std::pair<std::string, std::string>> names;
  for (const GlslFunction* function : all) {
    const std::string& wish = function == &found->second ? definition.node : function->name;
    names.emplace_back(function->name, module_.names.give(wish + "_code"));
  }
  std::vector<std::string> declarations;
  declarations.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    declarations.push_back(leaf_text(*all[i], names[i].second, names));
  }
  if (const std::optional<std::string> message = declare(declarations)) {
    return fault(
        Code::Unsupported, definition.code,
        fmt::format("the function '{}' of '{}' is no code of Weft: {}", wanted, file, *message));
  }
  CodeLeaf leaf;
  leaf.fragment = names.back().second;
  for (const GlslParameter& parameter : found->second.parameters) {
    (parameter.is_out ? leaf.results : leaf.ports).push_back(identifier_of(parameter.name));
  }
  if (leaf.results.size() < 2) {
    leaf.results = {""};
  }
  return leaf;
}

}  // namespace weft::materialx
