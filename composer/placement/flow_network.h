#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// Maximum flow by Dinic's algorithm («Algorithm for solution of a problem of maximum flow in a
/// network with power estimation», 1970). O(nodes² × edges); of networks like those of placement, a
/// few passes.
class FlowNetwork {
 public:
  static constexpr std::uint64_t unlimited = std::uint64_t{1} << 62U;

  FlowNetwork(std::uint32_t nodes, std::size_t edges) : first_(nodes, none) {
    edges_.reserve(2 * edges);
  }

  /// `back`: the capacity from `to` to `from`.
  void add_edge(std::uint32_t from, std::uint32_t to, std::uint64_t capacity,
                std::uint64_t back = 0);

  /// The nodes on the source's side of the minimum cut with the fewest of them. Uses the network
  /// up.
  std::vector<bool> source_side(std::uint32_t source, std::uint32_t sink);

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Edge {
    std::uint32_t to;
    std::uint32_t next;  ///< of the same node
    std::uint64_t left;  ///< capacity that is not used
  };

  bool find_levels(std::uint32_t source, std::uint32_t sink);
  void push_flow(std::uint32_t source, std::uint32_t sink);

  std::vector<Edge> edges_;  ///< edge i and i ^ 1 are each other's reverse
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> current_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> queue_;  ///< of find_levels; kept for its memory
};

}  // namespace weft
