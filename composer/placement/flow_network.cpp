#include "composer/placement/flow_network.h"

#include <algorithm>

namespace weft {

void FlowNetwork::add_edge(std::uint32_t from, std::uint32_t to, std::uint64_t capacity,
                           std::uint64_t back) {
  edges_.push_back({to, first_[from], capacity});
  first_[from] = static_cast<std::uint32_t>(edges_.size() - 1);
  edges_.push_back({from, first_[to], back});
  first_[to] = static_cast<std::uint32_t>(edges_.size() - 1);
}

bool FlowNetwork::find_levels(std::uint32_t source, std::uint32_t sink) {
  levels_.assign(first_.size(), none);
  levels_[source] = 0;
  queue_.assign(1, source);
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const std::uint32_t level = levels_[queue_[at]] + 1;
    for (std::uint32_t e = first_[queue_[at]]; e != none; e = edges_[e].next) {
      if (edges_[e].left != 0 && levels_[edges_[e].to] == none) {
        levels_[edges_[e].to] = level;
        queue_.push_back(edges_[e].to);
      }
    }
  }
  return levels_[sink] != none;
}

// Depth-first with an explicit stack of edges: models are as deep as plans.
void FlowNetwork::push_flow(std::uint32_t source, std::uint32_t sink) {
  current_ = first_;
  std::vector<std::uint32_t>& path = path_;
  path.clear();
  for (;;) {
    const std::uint32_t node = path.empty() ? source : edges_[path.back()].to;
    if (node == sink) {
      std::uint64_t amount = unlimited;
      for (const std::uint32_t e : path) {
        amount = std::min(amount, edges_[e].left);
      }
      std::size_t kept = path.size();
      for (std::size_t i = path.size(); i-- > 0;) {
        edges_[path[i]].left -= amount;
        edges_[path[i] ^ 1U].left += amount;
        kept = edges_[path[i]].left == 0 ? i : kept;
      }
      path.resize(kept);  // back to before the first saturated edge
      continue;
    }
    std::uint32_t& e = current_[node];
    while (e != none && (edges_[e].left == 0 || levels_[edges_[e].to] != levels_[node] + 1)) {
      e = edges_[e].next;
    }
    if (e != none) {
      path.push_back(e);
      continue;
    }
    if (path.empty()) {
      return;
    }
    const std::uint32_t before = edges_[path.back() ^ 1U].to;
    current_[before] = edges_[path.back()].next;  // a dead end
    path.pop_back();
  }
}

std::vector<Flag> FlowNetwork::source_side(std::uint32_t source, std::uint32_t sink) {
  while (find_levels(source, sink)) {
    push_flow(source, sink);
  }
  std::vector<Flag> side;
  side.reserve(levels_.size());
  for (const std::uint32_t level : levels_) {
    side.push_back(level != none);
  }
  return side;
}

}  // namespace weft
