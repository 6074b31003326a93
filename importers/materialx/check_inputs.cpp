#include "importers/materialx/check_inputs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "importers/materialx/edit_document.h"
#include "importers/materialx/values.h"
#include "support/spelling.h"

namespace weft::materialx {
namespace {

struct Words {
  std::string_view input;
  std::string_view words;
  std::string_view node = {};  ///< the only one that it holds for; empty for all
};

// The enumerations of MaterialX's own definitions, whose nodes Weft declares with numbers. The
// first row that fits an input holds.
constexpr std::array<Words, 11> standard_words = {{
    {"uaddressmode", "constant,clamp,periodic,mirror"},
    {"vaddressmode", "constant,clamp,periodic,mirror"},
    {"wrapS", "black,clamp,periodic,mirror"},
    {"wrapT", "black,clamp,periodic,mirror"},
    {"frameendaction", "constant,clamp,periodic,mirror"},
    {"filtertype", "box,gaussian", "blur"},
    {"filtertype", "closest,linear,cubic"},
    {"space", "model,object,world"},
    {"scatter_mode", "R,T,RT"},
    {"distribution", "ggx"},
    {"mode", "conty_kulla,zeltner", "sheen_bsdf"},
}};

std::string_view words_of_standard(std::string_view node, std::string_view input) {
  for (const Words& row : standard_words) {
    if (row.input == input && (row.node.empty() || row.node == node)) {
      return row.words;
    }
  }
  return {};
}

/// The types that the definitions of a category state for an input, in their order.
std::vector<std::string> types_of_input(const Document& document,
                                        const DefinitionTable& definitions,
                                        const std::string& category, std::string_view input) {
  std::vector<std::string> types;
  const auto found = definitions.by_node.find(category);
  if (found == definitions.by_node.end()) {
    return types;
  }
  for (const std::size_t index : found->second) {
    const auto port = find_input(document, definitions.all[index], input);
    std::string type(port ? document.elements[*port].get("type") : std::string_view());
    if (!type.empty() && std::find(types.begin(), types.end(), type) == types.end()) {
      types.push_back(std::move(type));
    }
  }
  return types;
}

/// Whether Weft takes a value of one type of MaterialX for another one: they are the same to it, or
/// a number stands for all components. Types without values are not decided here.
bool fits(std::string_view given, std::string_view wanted) {
  const std::string_view from = data_type_of(given);
  const std::string_view to = data_type_of(wanted);
  return from.empty() || to.empty() || from == to || (from == "float" && component_count(to) > 1);
}

}  // namespace

void check_word(const Document& document, ElementId input, const Definition* definition,
                Findings& findings) {
  const Element& element = document.elements[input];
  const std::string_view word = element.get("value");
  if (word.empty() || is_linked(element) || element.get("type") != "string" ||
      is_of_library(document, input)) {
    return;
  }
  const Element& node = document.elements[*element.parent];
  const auto port =
      definition == nullptr ? std::nullopt : find_input(document, *definition, element.name);
  const std::string_view stated = port ? document.elements[*port].get("enum")
                                  : definition == nullptr
                                      ? words_of_standard(node.tag, element.name)
                                      : std::string_view();
  const std::vector<std::string> words = split_list(stated, ',');
  if (stated.empty() || std::find(words.begin(), words.end(), word) != words.end()) {
    return;
  }
  std::string hint = spelling_hint(word, {words.begin(), words.end()});
  if (hint.empty()) {
    hint = fmt::format("write one of {}", fmt::join(words, ", "));
  }
  warn_at(document, findings.diagnostics, Code::BadParameterValue, input,
          fmt::format("'{}' is no word for the input '{}' of a node '{}'", word, element.name,
                      node.tag),
          std::move(hint));
}

void check_link_type(const Document& document, ElementId link, std::string_view source,
                     Findings& findings) {
  const Element& element = document.elements[link];
  const std::string_view type = element.get("type");
  if (type.empty() || source.empty() || type == source || is_of_library(document, link)) {
    return;
  }
  warn_at(document, findings.diagnostics, Code::TypeMismatch, link,
          fmt::format("'{}' has the type '{}', but what it is linked to has the type '{}': for "
                      "MaterialX they do not match",
                      path_of(document, link), type, source),
          has_values(type) && has_values(source)
              ? fmt::format("put a node 'convert' of the type '{}' between them", type)
              : std::string());
}

bool check_types_of_definition(const Document& document, const DefinitionTable& definitions,
                               ElementId node, const Definition& definition, Findings& findings) {
  if (is_of_library(document, node)) {
    return true;
  }
  bool can_be_called = true;
  for (const ElementId input : inputs_of(document, node)) {
    const Element& given = document.elements[input];
    const std::string_view type = given.get("type");
    const auto port = find_input(document, definition, given.name);
    if (!port || type.empty() || document.elements[*port].get("type") == type) {
      continue;
    }
    const std::vector<std::string> types =
        types_of_input(document, definitions, definition.node, given.name);
    const bool is_fitting = fits(type, document.elements[*port].get("type"));
    can_be_called = can_be_called && is_fitting;
    (is_fitting ? warn_at : report_at)(
        document, findings.diagnostics, Code::TypeMismatch, input,
        fmt::format("no definition of a node '{}' has the input '{}' with the type '{}'",
                    document.elements[node].tag, given.name, type),
        fmt::format("its type is {}", fmt::join(types, " or ")), {});
  }
  return can_be_called;
}

void check_types_of_standard(const Document& document, ElementId node,
                             const NodeSignature& signature, Findings& findings) {
  const Element& element = document.elements[node];
  const bool is_result_generic =
      signature.results.size() == 1 && signature.is_generic(signature.results.front().type);
  std::string_view common = is_result_generic ? element.get("type") : std::string_view();
  if (is_of_library(document, node)) {
    return;
  }
  for (const ElementId input : inputs_of(document, node)) {
    const Element& given = document.elements[input];
    const std::string_view type = given.get("type");
    const NodePort* port = find_port(signature, given.name);
    if (port == nullptr || type.empty() || !signature.is_generic(port->type) ||
        (port->is_splatted && type == "float")) {
      continue;
    }
    common = common.empty() ? type : common;
    // Closures are multiplied by colors, which are one data type with some of them.
    const bool are_values = has_values(type) && has_values(common);
    if (are_values && type != common && data_type_of(type) == data_type_of(common)) {
      warn_at(document, findings.diagnostics, Code::TypeMismatch, input,
              fmt::format("no node '{}' of the type '{}' has the input '{}' with the type '{}'",
                          element.tag, element.get("type"), given.name, type),
              fmt::format("its type is {}{}", common,
                          port->is_splatted && common != "float" ? " or float" : ""));
    }
  }
}

}  // namespace weft::materialx
