#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "importers/materialx/check_inputs.h"
#include "importers/materialx/color_spaces.h"
#include "importers/materialx/stated_values.h"
#include "importers/materialx/translator.h"
#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

/// The channels of a value that a link names, or the whole value if it names none.
std::optional<Value> chosen_channels(const Document& document, Findings& findings, ElementId link,
                                     Value value) {
  const Element& element = document.elements[link];
  if (!element.has("channels") || value.text.empty()) {
    return value;
  }
  const std::string type(data_type_of(element.get("type")));
  const auto chosen = select_channels(value.text, value.type, element.get("channels"), type);
  if (!chosen) {
    report_at(document, findings.diagnostics, Code::BadParameterValue, link,
              fmt::format("'{}' names the channels '{}', which {} does not have",
                          path_of(document, link), element.get("channels"), value.type));
    return std::nullopt;
  }
  return Value{*chosen, type};
}

/// Whether an element of a scope is one that inputs are linked to by `nodename`.
bool is_node(const Element& element) {
  return element.has("type") && element.tag != "input" && element.tag != "output";
}

constexpr std::string_view colors = "rgba";
constexpr std::string_view coordinates = "xyzw";

/// The outputs of a node as its document calls them: those of a color are `outr`, not `outx`.
std::vector<std::string> outputs_of(const Document& document, const NodeState& state,
                                    std::optional<ElementId> node) {
  std::vector<std::string> outputs;
  for (const auto& [name, has_failed] : state.missing) {
    outputs.push_back(name);
  }
  const auto in = node ? find_child(document, *node, "in", "input") : std::nullopt;
  const bool is_of_color = in && document.elements[*node].tag.starts_with("separate") &&
                           is_color(document.elements[*in].get("type"));
  for (const auto& [name, value] : state.results) {
    outputs.push_back(name);
    const std::size_t at =
        is_of_color && !name.empty() ? coordinates.find(name.back()) : std::string_view::npos;
    if (at != std::string_view::npos) {
      outputs.back().back() = colors[at];
    }
  }
  return outputs;
}

/// Whether values of the data type can be parameters: what folds or chooses stays in the text.
bool can_be_parameter(std::string_view data_type) { return data_type.starts_with("float"); }

}  // namespace

std::optional<ElementId> Translator::target_of(ElementId link) {
  const Element& element = document_.elements[link];
  const std::string_view node = element.get("nodename");
  const std::string_view graph = element.get("nodegraph");
  const std::string_view wanted = !graph.empty() ? graph : node;
  if (wanted.empty()) {
    return std::nullopt;
  }
  // The names are those of the siblings of the node that has the input, or of the graph that has
  // the output.
  ScopeId scope;
  for (std::optional<ElementId> at = element.parent; at; at = document_.elements[*at].parent) {
    const bool is_own_graph = element.tag == "output" || at != element.parent;
    if (is_own_graph && document_.elements[*at].tag == "nodegraph") {
      scope = at;
      break;
    }
  }
  std::optional<ElementId> found = scopes_.find(scope, wanted, element.space);
  if (!found && scope && !graph.empty()) {
    found = scopes_.find(std::nullopt, wanted, element.space);
  }
  if (!found) {
    report_missing_target(link, scope);
  }
  return found;
}

void Translator::report_missing_target(ElementId link, ScopeId scope) {
  if (findings_.has_told(link)) {
    return;
  }
  const Element& element = document_.elements[link];
  const bool is_to_graph = !element.get("nodegraph").empty();
  const std::string_view wanted = element.get(is_to_graph ? "nodegraph" : "nodename");
  findings_.add_broken_link(
      document_, Code::UnknownName, link,
      fmt::format("'{}' is linked to '{}', which does not exist here", path_of(document_, link),
                  wanted),
      findings_.spelling.hint(wanted, [&] {
        std::vector<std::string_view> names;
        for (const ElementId id : scopes_.children(is_to_graph ? ScopeId() : scope)) {
          const Element& beside = document_.elements[id];
          const bool is_source = is_to_graph ? beside.tag == "nodegraph" : is_node(beside);
          if (is_source && id != element.parent && !beside.name.empty()) {
            names.push_back(beside.name);
          }
        }
        return names;
      }));
}

std::optional<Value> Translator::read_result(const NodeState& state, ElementId link) {
  if (state.kind != NodeState::Kind::Done) {
    return std::nullopt;
  }
  const Element& element = document_.elements[link];
  const std::string_view output = element.get("output");
  auto found = state.results.find(output.empty() ? std::string_view(state.first) : output);
  if (found == state.results.end() && output.size() == 4 && output.starts_with("out")) {
    const std::size_t at = colors.find(output[3]);
    if (at != std::string_view::npos) {
      found = state.results.find(std::string("out") + coordinates[at]);
    }
  }
  if (found == state.results.end() && state.results.size() == 1 &&
      state.results.begin()->first.empty()) {
    found = state.results.begin();  // the only one needs no name
  }
  if (found != state.results.end()) {
    return found->second;
  }
  const std::string_view owner =
      element.has("nodegraph") ? element.get("nodegraph") : element.get("nodename");
  const std::string_view wanted = output.empty() ? std::string_view(state.first) : output;
  const auto missing = state.missing.find(wanted);
  if (missing != state.missing.end() && missing->second) {
    report(Code::UnknownPort, link,
           fmt::format("'{}' is linked to the output '{}' of '{}', which failed",
                       path_of(document_, link), wanted, owner));
    return std::nullopt;
  }
  if (missing != state.missing.end()) {
    findings_.add_broken_link(
        document_, Code::UnknownPort, link,
        fmt::format("'{}' is linked to the output '{}' of '{}', which is linked to nothing",
                    path_of(document_, link), wanted, owner),
        {});
    return std::nullopt;
  }
  const std::vector<std::string> outputs = outputs_of(document_, state, target_of(link));
  findings_.add_broken_link(
      document_, Code::UnknownPort, link,
      fmt::format("'{}' is linked to the output '{}', which '{}' does not have",
                  path_of(document_, link), wanted, owner),
      findings_.hint(wanted, "output", [&] {
        return std::vector<std::string_view>(outputs.begin(), outputs.end());
      }));
  return std::nullopt;
}

std::optional<Value> Translator::linked_value(Body& body, ElementId link) {
  const std::optional<ElementId> target = target_of(link);
  if (!target) {
    return std::nullopt;
  }
  const auto state = body.nodes.find(target->index());
  if (state == body.nodes.end()) {
    return std::nullopt;
  }
  std::optional<Value> value = read_result(state->second, link);
  return value ? chosen_channels(document_, findings_, link, std::move(*value)) : std::nullopt;
}

std::optional<Value> Translator::value_of(Body& body, ElementId link) {
  const Element& element = document_.elements[link];
  const std::string_view type = element.get("type");
  if (!has_known_meaning(document_, own_, link, findings_)) {
    return std::nullopt;
  }
  std::string data_type = own_.type_name(type);
  std::optional<Value> value;
  if (!element.get("nodename").empty() || !element.get("nodegraph").empty()) {
    value = linked_value(body, link);
    if (!value) {
      return std::nullopt;
    }
  } else if (element.has("interfacename")) {
    const auto input = body.inputs.find(element.get("interfacename"));
    if (input == body.inputs.end()) {
      report(Code::UnknownName, link,
             fmt::format("'{}' reads the input '{}', which its graph does not have",
                         path_of(document_, link), element.get("interfacename")),
             findings_.spelling.hint(element.get("interfacename"), [&] {
               std::vector<std::string_view> names;
               names.reserve(body.inputs.size());
               for (const auto& [name, declared] : body.inputs) {
                 names.push_back(name);
               }
               return names;
             }));
      return std::nullopt;
    }
    body.read_inputs.insert(input->first);
    value = chosen_channels(document_, findings_, link, input->second);
    if (!value) {
      return std::nullopt;
    }
  } else if (type == "filename") {
    return texture(body, link);
  } else if (type == "string") {
    const std::optional<int> number = number_of_word(element.get("value"));
    return number ? authored_value(body, link, fmt::format("{}", *number)) : Value{};
  } else if (element.has("value") && (has_values(type) || own_.is_struct(type))) {
    const std::optional<std::string> stated = stated_literal(document_, own_, link, findings_);
    return stated ? std::optional(authored_value(body, link, *stated)) : std::nullopt;
  } else if (element.has("value") && type.empty()) {
    report(Code::TypeMismatch, link,
           fmt::format("'{}' states a value, but no type", path_of(document_, link)),
           "add the attribute type, as in type=\"float\"");
    return std::nullopt;
  } else {
    return Value{};
  }
  if (!data_type.empty() && !value->text.empty() && value->type != data_type) {
    report(Code::TypeMismatch, link,
           fmt::format("'{}' has the type '{}' ({}), but what it is linked to is {}",
                       path_of(document_, link), type, data_type, value->type));
    return std::nullopt;
  }
  if (!element.has("channels")) {
    check_link_type(document_, link, value->stated, findings_);
  }
  return value;
}

Value Translator::authored_value(Body& body, ElementId input, const std::string& literal) {
  const Element& element = document_.elements[input];
  const bool is_word = element.get("type") == "string";
  const std::string data_type = is_word ? "int" : own_.type_name(element.get("type"));
  const ValueMeaning meaning = meaning_of_value(document_, input, own_);
  const std::string owner =
      element.parent ? document_.elements[*element.parent].name : std::string();
  const std::string wanted = owner.empty() ? element.name : owner + "_" + element.name;
  const bool is_static =
      options_.parameters == Parameters::All && (data_type == "int" || data_type == "bool");
  const bool is_parameter = options_.parameters != Parameters::None && body.is_authored &&
                            (is_static || can_be_parameter(data_type));
  if (!is_parameter && meaning.stated.empty() && meaning.factor.empty()) {
    return {literal, data_type};
  }
  std::string name = body.text.names.give(wanted);
  if (!is_parameter) {
    body.text.lines.push_back(meaning.factor.empty()
                                  ? fmt::format("{}: {}{} = {} as{};", name, data_type,
                                                meaning.worked_with, literal, meaning.stated)
                                  : fmt::format("{} = {}{};", name, literal, meaning.factor));
    return {name, data_type};
  }
  body.text.hoisted.push_back(
      {name, data_type + meaning.stated, data_type + meaning.worked_with, literal,
       is_word && identifier_of(element.get("value")) == element.get("value")
           ? fmt::format(" [description: \"{}\"]", element.get("value"))
           : "",
       is_static});
  if (!meaning.factor.empty()) {
    const std::string parameter = name;
    name = body.text.names.give(name + "_converted");
    body.text.lines.push_back(fmt::format("{} = {}{};", name, parameter, meaning.factor));
  } else if (body.is_material && !meaning.stated.empty()) {
    const std::string parameter = name;
    name = body.text.names.give(name + "_converted");
    body.text.lines.push_back(
        fmt::format("{}: {}{} = {};", name, data_type, meaning.worked_with, parameter));
  }
  return {name, data_type};
}

Value Translator::texture(Body& body, ElementId input) {
  const Element& element = document_.elements[input];
  const std::string owner =
      element.parent ? document_.elements[*element.parent].name : std::string();
  const std::string name = body.text.names.give(owner + "_" + element.name);
  Hoisted file{name, "", "", "", ""};
  file.file = input;
  sample(file, document_, scopes_,
         image_node(document_, standard_, body.texts, element.parent.value_or(input)));
  module_.has_encoded_files = module_.has_encoded_files || file.type != "texture2d";
  body.text.hoisted.push_back(std::move(file));
  return {name, "texture2d"};
}

}  // namespace weft::materialx
