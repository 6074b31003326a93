#include <algorithm>

#include <fmt/format.h>

#include "importers/materialx/check_inputs.h"
#include "importers/materialx/color_spaces.h"
#include "importers/materialx/stated_values.h"
#include "importers/materialx/translator.h"
#include "importers/materialx/values.h"

namespace weft::materialx {

namespace {

/// Of the definitions of the category the one that fits the node best.
const Definition* best_definition(const Document& document, const DefinitionTable& definitions,
                                  ElementId node, const std::string& category) {
  const Element& element = document.elements[node];
  const auto found = definitions.by_node.find(category);
  if (found == definitions.by_node.end()) {
    return nullptr;
  }
  const Definition* best = nullptr;
  int best_rank = -1;
  for (const std::size_t index : found->second) {
    const Definition& definition = definitions.all[index];
    const bool fits_type =
        definition.outputs.size() != 1 ||
        document.elements[definition.outputs.front()].get("type") == element.get("type");
    const bool fits_version =
        !element.has("version") || element.get("version") == definition.version;
    if (!fits_type || !fits_version) {
      continue;
    }
    const std::vector<ElementId> inputs = inputs_of(document, node);
    const bool has_inputs = std::all_of(inputs.begin(), inputs.end(), [&](ElementId input) {
      const Element& given = document.elements[input];
      const auto port = find_input(document, definition, given.name);
      const std::string_view type = given.get("type");
      return port && (type.empty() || document.elements[*port].get("type") == type);
    });
    const int rank = (definition.is_for_glsl ? 4 : 0) + (has_inputs ? 2 : 0) +
                     (definition.is_default_version ? 1 : 0);
    if (rank > best_rank) {
      best = &definition;
      best_rank = rank;
    }
  }
  return best;
}

}  // namespace

const Definition* Translator::definition_of(ElementId node) {
  const Element& element = document_.elements[node];
  if (element.has("nodedef")) {
    const auto named = scopes_.find(std::nullopt, element.get("nodedef"), element.space);
    return named ? definitions_.of_element(*named) : nullptr;
  }
  const auto best_of = [&](const std::string& category) {
    return best_definition(document_, definitions_, node, category);
  };
  const Definition* const best =
      element.space.empty() ? nullptr : best_of(qualified_name(element.space, element.tag));
  return best != nullptr ? best : best_of(element.tag);
}

void Translator::resolve(Body& body, ElementId first) {
  struct Frame {
    ElementId node;
    std::vector<ElementId> inputs;
    std::size_t next = 0;
  };
  if (body.nodes.count(first.index()) != 0) {
    return;
  }
  std::vector<Frame> frames = {{first, inputs_of(document_, first)}};
  body.nodes[first.index()] = {};
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next == frame.inputs.size()) {
      NodeState state;
      translate_node(body, frame.node, state);
      if (state.kind == NodeState::Kind::Open) {
        state.kind = NodeState::Kind::Broken;
      }
      body.nodes[frame.node.index()] = std::move(state);
      frames.pop_back();
      continue;
    }
    const ElementId input = frame.inputs[frame.next++];
    const std::optional<ElementId> target = target_of(input);
    if (!target) {
      continue;
    }
    const auto [known, is_new] = body.nodes.try_emplace(target->index());
    if (is_new) {
      frames.push_back({*target, inputs_of(document_, *target)});
    } else if (known->second.kind == NodeState::Kind::Open) {
      report(Code::GraphCycle, input,
             fmt::format("'{}' depends on itself", path_of(document_, *target)));
    }
  }
}

void Translator::translate_node(Body& body, ElementId node, NodeState& state) {
  const Element& element = document_.elements[node];
  if (element.tag == "nodegraph") {
    const auto definition =
        std::find_if(definitions_.all.begin(), definitions_.all.end(),
                     [&](const Definition& candidate) { return candidate.graph == node; });
    const bool is_defined = definition != definitions_.all.end();
    const TranslatedGraph* graph = graph_of(node, is_defined ? &*definition : nullptr, node, body);
    if (graph != nullptr) {
      call_graph(body, node, *graph, is_defined ? definition->inputs : inputs_of(document_, node),
                 state);
    }
    return;
  }
  if (element.tag == "geompropvalue" || element.tag == "geompropvalueuniform" ||
      element.tag == "UsdPrimvarReader") {
    geometric_property(body, node, state);
    return;
  }
  if (element.tag == "swizzle") {
    swizzle(body, node, state);
    return;
  }
  if (element.tag == "surfacematerial") {
    if (const std::optional<Value> drawn = surface_of_material(body, node)) {
      state.results.emplace("", *drawn);
      state.kind = NodeState::Kind::Done;
    }
    return;
  }
  // Weft's own nodes come before those of an installed MaterialX.
  const Definition* definition = definition_of(node);
  if (definition != nullptr &&
      !(definition->is_library && standard_.has(element.tag, element.get("type")))) {
    call_definition(body, node, *definition, state);
    return;
  }
  call_standard(body, node, state);
}

void Translator::call_definition(Body& body, ElementId node, const Definition& definition,
                                 NodeState& state) {
  const Element& element = document_.elements[node];
  if (!definition.inherit_cycle.empty()) {
    report(Code::GraphCycle, definition.element,
           fmt::format("the definition of '{}' inherits itself: {}", definition.node,
                       definition.inherit_cycle));
    return;
  }
  for (const ElementId input : inputs_of(document_, node)) {
    check_word(document_, input, &definition, findings_);
  }
  if (!check_types_of_definition(document_, definitions_, node, definition, findings_)) {
    return;
  }
  if (!definition.graph) {
    call_code(body, node, definition, state);
    return;
  }
  std::vector<ElementId> inputs = inputs_of(document_, node);
  for (const ElementId input : inputs) {
    const std::string& name = document_.elements[input].name;
    if (!find_input(document_, definition, name)) {
      report(Code::WrongArguments, input,
             fmt::format("the node '{}' has no input '{}'", element.tag, name),
             findings_.hint(name, "input", [&] {
               std::vector<std::string_view> names;
               names.reserve(definition.inputs.size());
               for (const ElementId port : definition.inputs) {
                 names.push_back(document_.elements[port].name);
               }
               return names;
             }));
      return;
    }
  }
  const TranslatedGraph* graph = graph_of(*definition.graph, &definition, node, body);
  if (graph == nullptr) {
    return;
  }
  // Files that the definition names and the node does not.
  for (const ElementId port : definition.inputs) {
    const Element& declared = document_.elements[port];
    const bool is_given = std::any_of(inputs.begin(), inputs.end(), [&](ElementId input) {
      return document_.elements[input].name == declared.name;
    });
    if (declared.get("type") == "filename" && !is_given) {
      inputs.push_back(port);
    }
  }
  call_graph(body, node, *graph, inputs, state);
}

void Translator::call_code(Body& body, ElementId node, const Definition& definition,
                           NodeState& state) {
  const Element& element = document_.elements[node];
  const CodeLeaf& leaf = code_.leaf_of(definition);
  if (leaf.fragment.empty()) {
    report(leaf.code, leaf.place.value_or(node), leaf.fault,
           leaf.code == Code::Unsupported
               ? "write a <nodegraph> with the attribute nodedef, or a fragment of Weft"
               : "",
           leaf.notes);
    return;
  }
  std::string arguments;
  for (std::size_t i = 0; i < definition.inputs.size(); ++i) {
    const Element& declared = document_.elements[definition.inputs[i]];
    const std::optional<ElementId> given = find_child(document_, node, declared.name, "input");
    std::optional<Value> value = given ? value_of(body, *given) : Value{};
    if (!value) {
      return;
    }
    if (value->text.empty()) {
      const std::optional<std::string> stated =
          default_value(definition.inputs[i], {document_, scopes_, standard_, own_}, findings_);
      if (!stated) {
        return;
      }
      value->text = *stated;
    }
    arguments += fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", leaf.ports[i], value->text);
  }
  const std::string binding = body.text.names.give(element.name);
  body.text.lines.push_back(fmt::format("{} = {}({});", binding, leaf.fragment, arguments));
  for (std::size_t i = 0; i < definition.outputs.size(); ++i) {
    const Element& output = document_.elements[definition.outputs[i]];
    const std::string& result = leaf.results[i];
    state.results.emplace(
        result.empty() ? std::string() : output.name,
        Value{result.empty() ? binding : binding + "." + result, own_.type_name(output.get("type")),
              std::string(output.get("type"))});
    if (i == 0 && !result.empty()) {
      state.first = output.name;
    }
  }
  state.kind = NodeState::Kind::Done;
}

void Translator::call_graph(Body& body, ElementId node, const TranslatedGraph& graph,
                            const std::vector<ElementId>& inputs, NodeState& state) {
  if (graph.outputs.empty()) {
    return;  // why is reported
  }
  const Element& element = document_.elements[node];
  std::string arguments;
  const auto add = [&](std::string_view name, std::string_view value) {
    arguments += fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", name, value);
  };
  for (const ElementId input : inputs) {
    const std::size_t first = body.text.hoisted.size();
    const std::string& name = document_.elements[input].name;
    const std::optional<Value> value = value_of(body, input);
    if (!value && graph.read_inputs.count(name) == 0) {
      continue;  // a faulty link of an input that the graph does not read
    }
    if (!value) {
      return;
    }
    if (const auto image = graph.images.find(name); image != graph.images.end()) {
      note_image(body.images, document_.elements[input], image->second);
      if (first < body.text.hoisted.size()) {
        Hoisted& file = body.text.hoisted[first];
        sample(file, document_, scopes_, image->second);
        module_.has_encoded_files = module_.has_encoded_files || file.type != "texture2d";
      }
    }
    take_tokens(document_, scopes_, node, body.text.hoisted, first);
    const auto port = graph.inputs.find(name);
    if (value->text.empty() || port == graph.inputs.end()) {
      continue;
    }
    add(port->second.text, value->text);
  }
  const std::size_t first = body.text.hoisted.size();
  for (const Hoisted& inner : graph.hoisted) {
    Hoisted outer = inner;
    outer.name = body.text.names.give(element.name + "_" + inner.name);
    add(inner.name, outer.name);
    body.text.hoisted.push_back(std::move(outer));
  }
  take_tokens(document_, scopes_, node, body.text.hoisted, first);
  const std::string binding = body.text.names.give(element.name);
  body.text.lines.push_back(fmt::format("{} = {}({});", binding, graph.name, arguments));
  for (const auto& [name, output] : graph.outputs) {
    state.results.emplace(
        name, Value{fmt::format("{}.{}", binding, output.text), output.type, output.stated});
  }
  state.first = graph.first_output;
  state.missing = graph.missing_outputs;
  if (!state.results.empty()) {
    state.kind = NodeState::Kind::Done;
  }
}

void Translator::geometric_property(Body& body, ElementId node, NodeState& state) {
  const Element& element = document_.elements[node];
  const std::string data_type(data_type_of(element.get("type")));
  std::string property;
  std::string fallback;
  for (const ElementId input : inputs_of(document_, node)) {
    const Element& given = document_.elements[input];
    if (given.name == "geomprop" || given.name == "varname") {
      property = text_of_input(document_, body.texts, given);
    } else if (given.name == "default" || given.name == "fallback") {
      if (!has_known_meaning(document_, own_, input, findings_)) {
        return;
      }
      const std::optional<std::string> literal =
          own_.literal(element.get("type"), text_of_input(document_, body.texts, given));
      fallback = literal ? with_meaning(*literal, meaning_of_value(document_, input, own_)) : "";
    }
  }
  if (property.empty() || !has_values(element.get("type"))) {
    report(Code::Unsupported, node,
           fmt::format("'{}' names no geometric property with a value that a shader can have",
                       path_of(document_, node)));
    return;
  }
  const std::string path = identifier_of(property);
  // Attributes of meshes are numbers.
  const std::string stored = data_type == "bool" ? "int" : data_type;
  if (data_type == "bool" && !fallback.empty()) {
    fallback = fallback == "true" ? "1" : "0";
  }
  const auto [feature, is_new] =
      module_.features.emplace(path, GeometricProperty{property, stored, fallback});
  if (feature->second.name != property) {
    report(Code::DuplicateName, node,
           fmt::format("the geometric properties '{}' and '{}' have one name in Weft, geomprop.{}: "
                       "rename one of them",
                       feature->second.name, property, path));
    return;
  }
  if (!is_new && feature->second.type != stored) {
    report(Code::TypeMismatch, node,
           fmt::format("the geometric property '{}' is read as {} and as {}", property,
                       feature->second.type, data_type));
    return;
  }
  std::string& default_text = feature->second.default_text;
  if (default_text.empty()) {
    default_text = fallback;
  } else if (!fallback.empty() && default_text != fallback) {
    report(Code::BadParameterValue, node,
           fmt::format("'{}' states the default {} for the geometric property '{}', which is {} at "
                       "another node: all of them get that one",
                       path_of(document_, node), fallback, property, default_text));
  }
  const std::string binding = body.text.names.give(element.name);
  body.text.lines.push_back(
      fmt::format("{} = geomprop.{}{};", binding, path, data_type == "bool" ? " != 0" : ""));
  state.results.emplace("", Value{binding, data_type, std::string(element.get("type"))});
  state.kind = NodeState::Kind::Done;
}

void Translator::swizzle(Body& body, ElementId node, NodeState& state) {
  const Element& element = document_.elements[node];
  Value source;
  std::string channels;
  for (const ElementId input : inputs_of(document_, node)) {
    const Element& given = document_.elements[input];
    if (given.name == "channels") {
      channels = given.get("value");
    } else if (given.name == "in") {
      const std::optional<Value> value = value_of(body, input);
      if (!value) {
        return;
      }
      source = *value;
    }
  }
  const std::string data_type(data_type_of(element.get("type")));
  const auto chosen = source.text.empty()
                          ? std::nullopt
                          : select_channels(source.text, source.type, channels, data_type);
  if (!chosen) {
    report(Code::WrongArguments, node,
           fmt::format("'{}' needs the input 'in' and 'channels' of it", path_of(document_, node)));
    return;
  }
  const std::string binding = body.text.names.give(element.name);
  body.text.lines.push_back(fmt::format("{} = {};", binding, *chosen));
  state.results.emplace("", Value{binding, data_type, std::string(element.get("type"))});
  state.kind = NodeState::Kind::Done;
}

}  // namespace weft::materialx
