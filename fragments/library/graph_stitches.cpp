#include <algorithm>

#include "fragments/library/call_arguments.h"
#include "fragments/library/graph_builder.h"
#include "fragments/library/graph_inputs.h"

// The part of GraphBuilder about what open inputs may be stitched to.
namespace weft {
namespace {

/// Whether `wanted` is among the nodes that `from` depends on, what open inputs may be stitched to
/// included.
bool depends_on(const Graph& graph, NodeId from, NodeId wanted) {
  std::vector<bool> seen(graph.nodes.size(), false);
  std::vector<NodeId> open{from};
  seen[from.index()] = true;
  const auto visit = [&](NodeId node) {
    if (!seen[node.index()]) {
      seen[node.index()] = true;
      open.push_back(node);
    }
  };
  while (!open.empty()) {
    const GraphNode& node = graph.nodes[open.back()];
    if (open.back() == wanted) {
      return true;
    }
    open.pop_back();
    for_each_input(node, visit);
    if (const auto* call = std::get_if<CallNode>(&node.kind)) {
      for (const ListedValue& listed : call->listed_before) {
        visit(listed.node);
      }
    } else if (const auto* lambda = std::get_if<LambdaNode>(&node.kind)) {
      visit(lambda->body);
    } else if (const auto* loop = std::get_if<LoopNode>(&node.kind)) {
      for (const LoopNode::State& state : loop->states) {
        visit(state.next);
      }
    }
  }
  return false;
}

bool is_function(const GraphNode& node) {
  return std::holds_alternative<FunctionNode>(node.kind) ||
         std::holds_alternative<LambdaNode>(node.kind);
}

}  // namespace

bool GraphBuilder::has_stitchable_input(const CallNode& call) const {
  const Library& library = state_.library;
  return std::any_of(call.candidates.begin(), call.candidates.end(), [&](FragmentId id) {
    const Fragment& fragment = library.fragments[id];
    for (std::size_t port = 0; port < fragment.ports.size(); ++port) {
      if (is_stitchable(fragment.ports[port], call.is_stitched, library.lattice, library.names) &&
          argument_of_port(fragment, call, port) == nullptr) {
        return true;
      }
    }
    return false;
  });
}

void GraphBuilder::find_stitches() {
  std::vector<NodeId> calls;
  for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
    const auto* call = std::get_if<CallNode>(&graph_.nodes[NodeId(i)].kind);
    if (call != nullptr && has_stitchable_input(*call)) {
      calls.push_back(NodeId(i));
    }
  }
  // In the order of the listing, so that of two calls that could feed each other the later is fed.
  std::sort(calls.begin(), calls.end(), [this](NodeId a, NodeId b) {
    return graph_.nodes[a].span.begin < graph_.nodes[b].span.begin;
  });
  for (const NodeId id : calls) {
    const std::uint32_t begin = graph_.nodes[id].span.begin;
    std::vector<ListedValue> usable;
    std::vector<ListedValue> left_out;
    for (std::size_t i = locals_.size(); i-- > 0;) {
      const Local& local = locals_[i];
      if (!local.value || local.scope != GraphNames::outermost ||
          is_function(graph_.nodes[*local.value])) {
        continue;
      }
      const bool is_before = local.binding->name.span.begin < begin;
      const bool is_usable = is_before && !depends_on(graph_, *local.value, id);
      if (*local.value != id) {
        (is_usable ? usable : left_out).push_back({*local.value, local.binding->name.name});
      }
    }
    auto& call = std::get<CallNode>(graph_.nodes[id].kind);
    call.listed_before = std::move(usable);
    call.not_usable = std::move(left_out);
  }
}

}  // namespace weft
