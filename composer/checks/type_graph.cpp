#include "composer/checks/type_graph.h"

#include <algorithm>
#include <utility>

#include "composer/checks/tried_signature.h"
#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

/// The nodes of a graph that depend on its ports.
std::vector<bool> nodes_of_ports(const Graph& graph) {
  std::vector<bool> depends(graph.nodes.size(), false);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    depends[i] = std::holds_alternative<GraphPortNode>(node.kind);
    for_each_input(node, [&](NodeId input) { depends[i] = depends[i] || depends[input.index()]; });
  }
  return depends;
}

/// Types a graph as a material whose parameters are the ports.
TypedValues type_as_material(const Composer& composer, const Fragment& fragment,
                             const TriedSignature& signature) {
  const Library& library = composer.library();
  Material material;
  material.name = fragment.name;
  material.span = fragment.span;
  std::vector<std::optional<Constant>> values;
  for (const FragmentPort& port : fragment.ports) {
    MaterialParameter parameter;
    parameter.name = port.name;
    parameter.type = tried_type(library, port.type, signature);
    parameter.span = port.span;
    const bool is_constant =
        port.restriction == PortRestriction::Constant && parameter.type.data().is_plain();
    values.push_back(is_constant ? std::optional(ones(parameter.type.data())) : std::nullopt);
    material.parameters.push_back(std::move(parameter));
  }
  material.graph = *fragment.graph();
  for (GraphNode& node : material.graph.nodes) {
    if (const auto* port = std::get_if<GraphPortNode>(&node.kind)) {
      node.kind = ParameterNode{port->port};
    }
  }
  return type_values(composer, material, std::move(values));
}

/// Keeps what two typings of a graph agree on.
void keep_common(TypedValues& values, const TypedValues& others) {
  std::erase_if(values.nodes, [&](const TypedNode& node) {
    const auto other = std::lower_bound(
        others.nodes.begin(), others.nodes.end(), node.node,
        [](const TypedNode& each, NodeId id) { return each.node.index() < id.index(); });
    return other == others.nodes.end() || other->node != node.node || other->type != node.type;
  });
  std::erase_if(values.links, [&](const TypedLink& link) {
    return std::none_of(others.links.begin(), others.links.end(), [&](const TypedLink& other) {
      return is_same_place(other, link) && other.from == link.from && other.to == link.to &&
             other.steps == link.steps;
    });
  });
}

}  // namespace

TypedValues type_graph(const Composer& composer, FragmentId id) {
  constexpr std::size_t most_types = 64;
  const Library& library = composer.library();
  const Fragment& fragment = library.fragments[id];
  const auto types = tried_types(library, fragment, most_types);
  if (fragment.graph() == nullptr || fragment.leaves_types_open || types.empty()) {
    return {};
  }
  const auto variables = tried_variables(library, fragment);
  TypedValues typed = type_as_material(composer, fragment, {types.front(), variables.front()});
  if (types.size() > 1 || variables.size() > 1) {
    keep_common(typed, type_as_material(composer, fragment, {types.back(), variables.back()}));
  }
  const std::vector<bool> depends = nodes_of_ports(*fragment.graph());
  for (TypedNode& node : typed.nodes) {
    // The ports are parameters here. Whatever is given, a value changes at least as often.
    if (depends[node.node.index()] && node.rate != Rate::Fragment) {
      node.rate.reset();
    }
  }
  return typed;
}

}  // namespace weft
