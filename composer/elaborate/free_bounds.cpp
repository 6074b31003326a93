#include "composer/elaborate/free_bounds.h"

#include <algorithm>
#include <iterator>

#include "fragments/model/graph_inputs.h"

namespace weft {

void FreeBounds::join(Set& into, const Set& from) {
  into.is_everything = into.is_everything || from.is_everything;
  if (from.nodes.empty()) {
    return;
  }
  if (into.nodes.empty()) {
    into.nodes = from.nodes;
    return;
  }
  std::vector<NodeId> both;
  std::set_union(into.nodes.begin(), into.nodes.end(), from.nodes.begin(), from.nodes.end(),
                 std::back_inserter(both));
  into.nodes = std::move(both);
}

FreeBounds::FreeBounds(const Graph& graph) : sets_(graph.nodes.size()) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    Set& set = sets_[i];
    const auto read = [&](NodeId from, Set& into) {
      if (from.index() < i) {
        join(into, sets_[from.index()]);
      } else {
        into.is_everything = true;
      }
    };
    const auto without = [](Set& of, NodeId bound) {
      const auto [first, last] = std::equal_range(of.nodes.begin(), of.nodes.end(), bound);
      of.nodes.erase(first, last);
    };
    if (std::holds_alternative<BoundNode>(node.kind)) {
      set.nodes = {NodeId(i)};
    } else if (const auto* lambda = std::get_if<LambdaNode>(&node.kind)) {
      read(lambda->body, set);
      for (const NodeId parameter : lambda->parameters) {
        without(set, parameter);
      }
    } else if (const auto* loop = std::get_if<LoopNode>(&node.kind)) {
      for (const LoopNode::State& state : loop->states) {
        read(state.next, set);
      }
      for (const LoopNode::State& state : loop->states) {
        without(set, state.current);
      }
    }
    for_each_input(node, [&](NodeId input) { read(input, set); });
    if (const auto* call = std::get_if<CallNode>(&node.kind);
        call != nullptr && call->stitch_sources.usable_count() != 0) {
      for (const ListedValue& source : call->stitch_sources.usable()) {
        read(source.node, set);
      }
    }
  }
}

BitSet FreeBounds::read_of(const std::vector<std::pair<NodeId, CallId>>& bound, NodeId node) const {
  const Set& of = sets_[node.index()];
  BitSet read(bound.size());
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (of.is_everything || std::binary_search(of.nodes.begin(), of.nodes.end(), bound[i].first)) {
      read.insert(i);
    }
  }
  return read;
}

}  // namespace weft
