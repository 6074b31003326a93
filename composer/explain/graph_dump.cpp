#include "composer/explain/graph_dump.h"

#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/value_text.h"
#include "fragments/model/graph_inputs.h"
#include "support/text_table.h"

namespace weft {
namespace {

std::string number(NodeId node) { return fmt::format("%{}", node.index()); }

/// The action of a node, in the syntax of the language with `%n` for other nodes, and those nodes.
class NodeText {
 public:
  NodeText(const Library& library, const Material& material)
      : library_(library), material_(material) {}

  std::string of(const GraphNode& node) {
    inputs_.clear();
    return std::visit(*this, node.kind);
  }
  /// The operands of the last node, in the order of its text.
  const std::vector<std::uint32_t>& inputs() const { return inputs_; }

  std::string operator()(const LiteralNode& node) { return value_text(node.value, library_); }
  std::string operator()(const FeatureNode& node) { return path(node.feature); }
  std::string operator()(const ParameterNode& node) {
    return "param " + text(material_.parameters[node.parameter].name);
  }
  std::string operator()(const GraphPortNode& node) { return fmt::format("port {}", node.port); }
  std::string operator()(const CallNode& node) {
    return fmt::format("{}({})", text(node.callee), arguments(node.arguments));
  }
  std::string operator()(const MemberNode& node) {
    return fmt::format("{}.{}", refer(node.object), text(node.member));
  }
  std::string operator()(const IndexNode& node) {
    const std::string object = refer(node.object);
    return fmt::format("{}[{}]", object, refer(node.index));
  }
  std::string operator()(const ConstructNode& node) {
    std::vector<std::string> parts;
    for (NodeId argument : node.arguments) {
      parts.push_back(refer(argument));
    }
    return fmt::format("{}({})", library_.type_name(node.type), joined(parts));
  }
  std::string operator()(const SelectNode& node) {
    const std::string condition = refer(node.condition);
    const std::string if_true = refer(node.if_true);
    return fmt::format("{} ? {} : {}", condition, if_true, refer(node.if_false));
  }
  std::string operator()(const AscribeNode& node) {
    std::vector<std::string> parts;
    for (const TraitEntry& entry : node.entries) {
      parts.push_back(fmt::format("{}: {}", text(library_.lattice.trait(entry.trait).name),
                                  text(library_.lattice.value(entry.value).name)));
    }
    return fmt::format("{} as {{{}}}", refer(node.value), joined(parts));
  }
  std::string operator()(const DeclaredNode& node) {
    const Span& span = node.type.span;
    return fmt::format("{} to {}", refer(node.value), library_.sources[span.file].text(span));
  }
  std::string operator()(const FunctionNode& node) { return "fragment " + text(node.name); }
  std::string operator()(const BoundNode& node) { return "bound " + text(node.name); }
  std::string operator()(const LambdaNode& node) {
    std::vector<std::string> parts;
    for (NodeId parameter : node.parameters) {
      parts.push_back(refer(parameter));
    }
    const std::string body = refer(node.body);
    return fmt::format("({}) => {}", joined(parts), body);
  }
  std::string operator()(const LoopNode& node) {
    std::vector<std::string> parts;
    for (const LoopNode::State& state : node.states) {
      const std::string current = refer(state.current);
      const std::string initial = refer(state.initial);
      parts.push_back(fmt::format("{}: {} = {} then {}", text(state.name), current, initial,
                                  refer(state.next)));
    }
    return fmt::format("loop {} with ({})", refer(node.count), joined(parts));
  }
  /// The nodes of a simulation, with the state that they are about.
  std::string operator()(const auto& node) {
    std::string text = "simulation";
    if constexpr (requires { node.state; }) {
      text = "state " + this->text(material_.states[node.state].demand.name);
    }
    std::vector<std::string> parts;
    for_each_input(GraphNode{node, std::nullopt, {}},
                   [&](NodeId input) { parts.push_back(refer(input)); });
    return fmt::format("{}({})", text, joined(parts));
  }
  std::string operator()(const WithNode& node) {
    std::vector<std::string> parts;
    for (const WithNode::Injection& injection : node.injections) {
      parts.push_back(fmt::format("{}: {}", path(injection.feature), refer(injection.value)));
    }
    return fmt::format("{} with ({})", refer(node.value), joined(parts));
  }
  std::string operator()(const ApplyNode& node) {
    const std::string function = refer(node.function);
    return fmt::format("{}({})", function, arguments(node.arguments));
  }

 private:
  std::string refer(NodeId node) {
    inputs_.push_back(node.index());
    return number(node);
  }
  std::string text(NameId name) const { return std::string(library_.text(name)); }
  std::string path(FeatureId id) const { return text(library_.features[id].path); }
  std::string arguments(const std::vector<CallArgument>& list) {
    std::vector<std::string> parts;
    for (const CallArgument& argument : list) {
      parts.push_back((argument.name ? text(*argument.name) + ": " : "") + refer(argument.value));
    }
    return joined(parts);
  }

  const Library& library_;
  const Material& material_;
  std::vector<std::uint32_t> inputs_;
};

std::string name_of(const Library& library, const GraphNode& node) {
  return node.name ? std::string(library.text(*node.name)) : std::string();
}

}  // namespace

std::string place_text(const Library& library, const Span& span) {
  const SourceFile& file = library.sources[span.file];
  const Position at = file.position(span.begin);
  return fmt::format("{}:{}:{}", file.path(), at.line, at.column);
}

GraphDump dump_graph(const Library& library, const Material& material) {
  GraphDump dump;
  dump.material = library.text(material.name);
  for (const MaterialParameter& parameter : material.parameters) {
    dump.parameters.push_back({std::string(library.text(parameter.name)),
                               library.type_name(parameter.type), parameter.default_value});
  }
  NodeText text_of(library, material);
  for (const GraphNode& node : material.graph.nodes) {
    std::string text = text_of.of(node);
    dump.nodes.push_back({name_of(library, node), std::move(text), text_of.inputs(),
                          place_text(library, node.span)});
  }
  for (const GraphOutput& output : material.graph.outputs) {
    dump.outputs.push_back({std::string(library.text(output.name)), output.node.index(),
                            place_text(library, output.span)});
  }
  return dump;
}

std::string graph_text(const GraphDump& graph) {
  TextTable table;
  table.add({"id", "name", "value", "source"});
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphDump::Node& node = graph.nodes[i];
    table.add({fmt::format("%{}", i), node.name, node.text, node.source});
  }
  for (const GraphDump::Output& output : graph.outputs) {
    table.add({"output", output.name, fmt::format("%{}", output.node), output.source});
  }
  return table.text();
}

}  // namespace weft
