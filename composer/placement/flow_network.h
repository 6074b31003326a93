#pragma once

#include <cstdint>
#include <vector>

#include "support/flag.h"

namespace weft {

/// A flow network with Dinic's maximum flow algorithm: breadth-first levels, then a blocking flow
/// by depth-first search with current-edge pointers, until the sink is unreachable (Dinic 1970,
/// "Algorithm for solution of a problem of maximum flow in a network with power estimation").
/// O(nodes² × edges) in the worst case; placement networks need a few phases.
class FlowNetwork {
 public:
  static constexpr std::uint64_t unlimited = std::uint64_t{1} << 62U;

  FlowNetwork(std::uint32_t nodes, std::size_t edges) : first_(nodes, none) {
    edges_.reserve(2 * edges);
  }

  /// `back`: the capacity from `to` to `from`.
  void add_edge(std::uint32_t from, std::uint32_t to, std::uint64_t capacity,
                std::uint64_t back = 0);

  /// Returns the source side of the minimum cut, the smallest one if there are several. Destroys
  /// the capacities.
  std::vector<Flag> source_side(std::uint32_t source, std::uint32_t sink);

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Edge {
    std::uint32_t to;
    std::uint32_t next;  ///< the next edge of the same node
    std::uint64_t left;  ///< residual capacity
  };

  bool find_levels(std::uint32_t source, std::uint32_t sink);
  void push_flow(std::uint32_t source, std::uint32_t sink);

  std::vector<Edge> edges_;  ///< edge i and i ^ 1 are each other's reverse
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> current_;
  std::vector<std::uint32_t> levels_;
  // Of find_levels and push_flow, members to reuse their memory.
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> path_;
};

}  // namespace weft
