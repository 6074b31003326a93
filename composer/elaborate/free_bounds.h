#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "fragments/model/graph.h"
#include "support/bit_set.h"

// Free-variable analysis for lambdas and loop steps. A lambda's body is expanded once per binding
// of the variables around it; with k nested lambdas, each called in two ways, that would be 2^k
// expansions. But a body that reads only some of the bound variables (parameters of enclosing
// lambdas, states of enclosing loops) is the same for all values of the others:
//
//   (x) => (y) => noise(y)          the inner body does not read x: one expansion per y
//
// So a node is expanded with the bindings of its free variables only, like a closure that captures
// only what it uses (decisions 0049 and 0141).

namespace weft {

/// The bound variables that each node of a graph transitively reads, including reads inside lambdas
/// and loops.
class FreeBounds {
 public:
  /// O(nodes + size of the sets).
  explicit FreeBounds(const Graph& graph);

  /// Whether the node's value is known to depend on a bound variable.
  bool reads_bound(NodeId node) const { return !sets_[node.index()].nodes.empty(); }
  /// Which of the bindings the node's value may read.
  BitSet read_of(const std::vector<std::pair<NodeId, CallId>>& bound, NodeId node) const;

 private:
  struct Set {
    bool is_everything = false;      // unknown: reads a node that comes later
    std::vector<NodeId> nodes = {};  // BoundNodes, sorted
  };
  static void join(Set& into, const Set& from);

  std::vector<Set> sets_;  // per node
};

/// The free bounds of graphs, computed once each.
class FreeBoundsTable {
 public:
  /// The graph must outlive the table.
  const FreeBounds& of(const Graph& graph) {
    return known_.try_emplace(&graph, graph).first->second;
  }

 private:
  std::unordered_map<const Graph*, FreeBounds> known_;  // never iterated
};

}  // namespace weft
