#include "composer/elaborate/named_functions.h"

#include <algorithm>

#include "fragments/model/call_arguments.h"

namespace weft {

const Graph& NamedFunctions::graph_of(const GraphNode& node, const FragmentPort& port) {
  const Graph*& known = known_[{&node, &port}];
  if (known == nullptr) {
    known = &graphs_.emplace_back(written(node, port));
  }
  return *known;
}

Graph NamedFunctions::written(const GraphNode& node, const FragmentPort& port) const {
  const auto* function = std::get_if<FunctionNode>(&node.kind);
  const auto* call = std::get_if<CallNode>(&node.kind);
  const std::vector<FragmentId>& candidates = function ? function->candidates : call->candidates;
  Graph graph;
  CallNode made{function ? function->name : call->callee, candidates, {}};
  made.outsiders = function ? function->outsiders : call->outsiders;
  describe_candidates(library_, made);
  for (std::uint32_t i = 0; call && i < call->arguments.size(); ++i) {
    made.arguments.push_back(call->arguments[i]);
    made.arguments.back().value =
        graph.nodes.add({GraphPortNode{i}, std::nullopt, call->arguments[i].span});
  }
  for (const FragmentPort& parameter : port.parameters) {
    const NodeId value =
        graph.nodes.add({BoundNode{parameter.name, std::nullopt}, parameter.name, node.span});
    made.arguments.push_back({parameter.name, value, node.span, std::nullopt, true});
  }
  const NodeId result = graph.nodes.add({std::move(made), std::nullopt, node.span});
  graph.outputs.push_back({port.name, result, node.span});
  return graph;
}

}  // namespace weft
