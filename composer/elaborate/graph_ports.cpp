#include "composer/elaborate/graph_ports.h"

#include <algorithm>

#include "composer/elaborate/graph_call.h"

namespace weft {
namespace {

/// The nodes that convert the ports of a graph to their types, by port. The loader adds them first.
std::vector<NodeId> declared_nodes(const Graph& graph, std::size_t ports) {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < graph.nodes.size() && nodes.size() < ports; ++i) {
    const auto* declared = std::get_if<DeclaredNode>(&graph.nodes[NodeId(i)].kind);
    const auto* port = declared != nullptr
                           ? std::get_if<GraphPortNode>(&graph.nodes[declared->value].kind)
                           : nullptr;
    if (port != nullptr && port->port == nodes.size()) {
      nodes.emplace_back(i);
    }
  }
  return nodes;
}

}  // namespace

bool is_typed_apart(const Expansion& state, InstanceId caller, InstanceId graph) {
  const GraphInstance& in = state.instances[caller];
  const GraphInstance& called = state.instances[graph];
  if (!state.composition.types_graphs_apart || in.fragment || !in.bound.empty() ||
      called.context.environment != no_environment || !called.type_arguments.empty()) {
    return false;
  }
  const std::vector<FragmentPort>& ports = state.library().fragments[*called.fragment].ports;
  return std::all_of(ports.begin(), ports.end(), [](const FragmentPort& port) {
    return port.kind == FragmentPort::Kind::Value;
  });
}

std::optional<PortValues> declared_ports(const Expansion& state, InstanceId graph) {
  const GraphInstance& of = state.instances[graph];
  const std::vector<NodeId> nodes = declared_nodes(*of.graph, of.ports.size());
  PortValues values(of.ports.size());
  bool is_complete = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (of.arguments[i]) {
      values[i] = state.need(graph, nodes[i]);
      is_complete = is_complete && values[i];
    }
  }
  return is_complete ? std::optional(std::move(values)) : std::nullopt;
}

std::optional<InstanceId> instance_with_ports(const Expansion& state, FragmentId graph, Stage stage,
                                              const PortValues& given) {
  const Fragment& fragment = state.library().fragments[graph];
  GraphInstance made{fragment.graph(), stage, graph};
  made.arguments.resize(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Expanded value =
        given[i] ? given[i] : default_of_port(state, fragment.ports[i], CallContext(stage));
    if (value) {
      made.ports.push_back(*value);
    }
  }
  if (made.ports.size() != given.size()) {
    return std::nullopt;
  }
  const std::vector<NodeId> nodes = declared_nodes(*made.graph, given.size());
  const InstanceId instance = state.instances.add(std::move(made));
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i]) {
      state.instances.set_value({instance, nodes[i]}, *given[i]);
    }
  }
  return instance;
}

}  // namespace weft
