#include "importers/materialx/code_leaves.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "importers/materialx/check_code.h"
#include "importers/materialx/needed_functions.h"

namespace weft::materialx {
namespace {

CodeLeaf fault(Code code, std::optional<ElementId> place, std::string message) {
  CodeLeaf leaf;
  leaf.code = code;
  leaf.place = place;
  leaf.fault = std::move(message);
  return leaf;
}

CodeLeaf no_expression(const Definition& definition) {
  return fault(Code::Unsupported, std::nullopt,
               fmt::format("the definition of '{}' has no node graph, only code that is no "
                           "expression of Weft",
                           definition.node));
}

/// The error for a file without a function of that name. Shows the code that has the name and
/// cannot be read, if there is any.
CodeLeaf no_function(const Definition& definition, const std::string& file,
                     const std::string& wanted, const CodeFunctions& functions) {
  CodeLeaf leaf = fault(Code::UnknownName, definition.code,
                        fmt::format("'{}' has no function '{}'", file, wanted));
  for (const UnreadCode& unread : functions.unread) {
    const std::vector<std::string_view> words = words_of(unread.code->head);
    if (std::find(words.begin(), words.end(), wanted) != words.end()) {
      const std::string& excerpt = unread.code->excerpt;
      const auto end = static_cast<std::uint32_t>(unread.code->begin + excerpt.size());
      leaf.fault += fmt::format(" that Weft can read: it has '{}'", excerpt);
      leaf.notes.push_back(
          {"which cannot be read, is here", Span{unread.file, unread.code->begin, end}});
      break;
    }
  }
  return leaf;
}

}  // namespace

CodeLeaves::CodeLeaves(const Document& document, const ImportOptions& options,
                       const FileReader& reader, const OwnDeclarations& own, ModuleText& module,
                       Sources& sources)
    : document_(document),
      options_(options),
      reader_(reader),
      own_(own),
      module_(module),
      files_(options, reader, sources) {}

void CodeLeaves::read(const std::vector<const Definition*>& definitions) {
  std::vector<const Definition*> read;
  std::vector<std::vector<LeafCode>> groups;
  for (const Definition* definition : definitions) {
    const auto [known, is_new] = leaves_.try_emplace(definition->element.index());
    if (!is_new) {
      continue;
    }
    const bool is_source = document_.elements[*definition->code].has("sourcecode");
    known->second = is_source ? expression_leaf(*definition) : file_leaf(*definition);
    if (!known->second.leaf.fragment.empty()) {
      read.push_back(definition);
      groups.push_back(known->second.declarations);
    }
  }
  if (groups.empty()) {
    return;
  }
  // Code that is not Weft's must not spoil the module: it is loaded alone first. The module has
  // only structs so far.
  std::vector<std::optional<CodeMessage>> messages =
      check_code(module_.declarations, groups, reader_, options_.shipped_directory);
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (!messages[i]) {
      continue;
    }
    const Definition& definition = *read[i];
    const Element& element = document_.elements[*definition.code];
    CodeLeaf& leaf = leaves_.find(definition.element.index())->second.leaf;
    leaf = element.has("sourcecode")
               ? no_expression(definition)
               : fault(Code::Unsupported, definition.code,
                       fmt::format("the function '{}' of '{}' is no code of Weft",
                                   element.get("function"), element.get("file")));
    leaf.fault += ": " + messages[i]->message;
    leaf.notes = std::move(messages[i]->notes);
  }
}

const CodeLeaf& CodeLeaves::leaf_of(const Definition& definition) {
  if (definition.code) {
    this->read({&definition});
  }
  const auto [known, is_new] = leaves_.try_emplace(definition.element.index());
  ReadLeaf& read = known->second;
  if (is_new) {
    read.leaf = fault(Code::Unsupported, std::nullopt,
                      fmt::format("the definition of '{}' has no node graph{}", definition.node,
                                  definition.is_code ? ", only code" : ""));
  }
  if (!read.leaf.fragment.empty() && !read.is_declared) {
    read.is_declared = true;
    for (const LeafCode& declaration : read.declarations) {
      module_.declarations.push_back(declaration.text);
    }
  }
  return read.leaf;
}

CodeLeaves::ReadLeaf CodeLeaves::expression_leaf(const Definition& definition) {
  std::vector<CodeInput> inputs;
  for (const ElementId id : definition.inputs) {
    const Element& input = document_.elements[id];
    inputs.push_back({input.name, own_.type_name(input.get("type"))});
  }
  const bool has_values = std::all_of(inputs.begin(), inputs.end(), [](const CodeInput& input) {
    return !input.type.empty() && input.type != "texture2d" && input.type != "Bsdf";
  });
  const std::string result =
      definition.outputs.size() == 1
          ? own_.type_name(document_.elements[definition.outputs.front()].get("type"))
          : std::string();
  if (!has_values || result.empty()) {
    return {no_expression(definition)};
  }
  ReadLeaf read;
  read.leaf.fragment = module_.names.give(definition.node + "_code");
  std::optional<LeafCode> code = leaf_of_expression(
      document_.elements[*definition.code].get("sourcecode"), read.leaf.fragment, inputs, result);
  if (!code) {
    return {no_expression(definition)};
  }
  read.leaf.ports = code->ports;
  read.leaf.results = {""};
  read.declarations.push_back(std::move(*code));
  return read;
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

CodeLeaves::ReadLeaf CodeLeaves::file_leaf(const Definition& definition) {
  const Element& element = document_.elements[*definition.code];
  const std::string file(element.get("file"));
  const std::string wanted(element.get("function"));
  const std::string folder(directory_of(document_.sources[element.span.file].path()));
  const auto functions = files_.functions_of(folder, file, definition.is_library, definition.node);
  if (!functions) {
    return {fault(functions.error().code, definition.code, functions.error().message)};
  }
  // Of overloads, the one that takes what the definition has.
  std::optional<std::size_t> entry;
  bool has_name = false;
  for (std::size_t i = 0; i < functions->all.size() && !entry; ++i) {
    const GlslFunction& function = *functions->all[i].function;
    has_name = has_name || function.name == wanted;
    entry = function.name == wanted && fits(definition, function) ? std::optional(i) : std::nullopt;
  }
  if (!entry) {
    return {has_name ? fault(Code::TypeMismatch, definition.code,
                             fmt::format("the function '{}' does not take the inputs of '{}' and "
                                         "then its outputs",
                                         wanted, definition.node))
                     : no_function(definition, file, wanted, *functions)};
  }
  const auto needed = needed_functions(*functions, *entry);
  if (!needed) {
    return {fault(Code::Unsupported, definition.code,
                  fmt::format("the function '{}' of '{}' is no code of Weft: {}", wanted, file,
                              needed.error()))};
  }
  // Overloads share a name, so Weft chooses among them by the types of arguments as GLSL does.
  std::map<std::string, std::string, std::less<>> names;
  for (const std::size_t i : *needed) {
    const std::string& name = functions->all[i].function->name;
    if (names.count(name) == 0) {
      names.emplace(name, module_.names.give((name == wanted ? definition.node : name) + "_code"));
    }
  }
  ReadLeaf read;
  for (const std::size_t i : *needed) {
    const CodeFunction& function = functions->all[i];
    read.declarations.push_back(
        leaf_of_function(function, names.find(function.function->name)->second, names));
    if (i == *entry) {
      read.leaf.ports = read.declarations.back().ports;
      read.leaf.results = read.declarations.back().results;
    }
  }
  read.leaf.fragment = names.find(wanted)->second;
  if (read.leaf.results.size() < 2) {
    read.leaf.results = {""};
  }
  return read;
}

}  // namespace weft::materialx
