#pragma once

#include <utility>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "fragments/model/graph.h"

namespace weft {

/// Which parameters of lambdas and states of loops the values of a graph read, also inside the
/// lambdas and loops that they are made of. An inside that does not read what is bound around it is
/// the same wherever that has other values: so instances are told apart by what they read alone,
/// and lambdas that are nested in one another are not expanded once per way to call those around.
class FreeBounds {
 public:
  /// O(nodes + what they read).
  explicit FreeBounds(const Graph& graph);

  /// Whether the value of a node is known to depend on what is bound around it.
  bool reads_bound(NodeId node) const { return !sets_[node.index()].nodes.empty(); }
  /// Keeps of `bound`, in order of nodes, what one of `results` reads.
  void restrict(std::vector<std::pair<NodeId, CallId>>& bound,
                const std::vector<NodeId>& results) const;

 private:
  struct Set {
    bool is_everything = false;      // not known: what is stitched is decided later
    std::vector<NodeId> nodes = {};  // BoundNodes, in order
  };
  static void join(Set& into, const Set& from);

  std::vector<Set> sets_;  // per node
};

}  // namespace weft
