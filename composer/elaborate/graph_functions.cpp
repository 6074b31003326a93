#include "composer/elaborate/graph_functions.h"

#include <algorithm>

#include "composer/elaborate/free_bounds.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/graph_inputs.h"

namespace weft {

std::vector<const FragmentPort*> ports_of_argument(const Library& library, const CallNode& call,
                                                   std::size_t argument) {
  std::vector<const FragmentPort*> ports;
  for (const FragmentId candidate : call.candidates) {
    if (const auto* port = port_of_argument(library.fragments[candidate], call, argument)) {
      ports.push_back(port);
    }
  }
  return ports;
}

bool takes_function(const Library& library, const CallNode& call, std::size_t argument) {
  return std::any_of(call.candidates.begin(), call.candidates.end(), [&](FragmentId candidate) {
    const FragmentPort* port = port_of_argument(library.fragments[candidate], call, argument);
    return port != nullptr && port->kind != FragmentPort::Kind::Value;
  });
}

namespace {

bool is_function_value(const Graph& graph, NodeId node) {
  const auto& kind = graph.nodes[node].kind;
  return std::holds_alternative<LambdaNode>(kind) || std::holds_alternative<FunctionNode>(kind);
}

}  // namespace

std::vector<bool> nodes_of_functions(const Graph& graph, const Library& library) {
  // Includes what functions passed to a call read.
  const FreeBounds bounds(graph);
  std::vector<bool> is_inside(graph.nodes.size(), false);
  std::vector<bool> is_value(graph.nodes.size(), false);
  std::vector<bool> is_passed(graph.nodes.size(), false);
  for (const GraphOutput& output : graph.outputs) {
    is_value[output.node.index()] = true;
  }
  // Visit readers before what they read.
  for (std::size_t i = graph.nodes.size(); i-- > 0;) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    const auto* call = std::get_if<CallNode>(&node.kind);
    const auto* choice = std::get_if<SelectNode>(&node.kind);
    std::size_t argument = 0;
    for_each_input(node, [&](NodeId input) {
      const bool is_arm = choice != nullptr && argument > 0 && is_passed[i] && !is_value[i];
      const bool is_function = call != nullptr && takes_function(library, *call, argument);
      ++argument;
      (is_arm || is_function ? is_passed : is_value)[input.index()] = true;
    });
  }
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    is_inside[i] = std::holds_alternative<BoundNode>(node.kind) ||
                   std::holds_alternative<LambdaNode>(node.kind) ||
                   std::holds_alternative<FunctionNode>(node.kind) || bounds.reads_bound(NodeId(i));
    const auto* call = std::get_if<CallNode>(&node.kind);
    const bool constructs = std::holds_alternative<ConstructNode>(node.kind);
    std::size_t argument = 0;
    for_each_input(node, [&](NodeId input) {
      const bool is_function = call != nullptr && takes_function(library, *call, argument);
      ++argument;
      // What is given a function and takes none is an error, not a part of one.
      const bool takes_none = (call != nullptr || constructs) && is_function_value(graph, input);
      is_inside[i] = is_inside[i] || (!is_function && is_inside[input.index()] && !takes_none);
    });
  }
  for (std::size_t i = 0; i < is_inside.size(); ++i) {
    is_inside[i] = is_inside[i] || (is_passed[i] && !is_value[i]);
  }
  return is_inside;
}

}  // namespace weft
