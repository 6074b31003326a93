#include "fragments/solver/unified_variables.h"

#include <utility>

namespace weft {

void UnifiedVariables::clear() {
  nodes_.clear();
  watches_.clear();
}

void UnifiedVariables::add(const TypeSet& allowed) {
  nodes_.push_back({static_cast<std::uint32_t>(nodes_.size()), 1, allowed});
}

std::uint32_t UnifiedVariables::root_of(std::uint32_t at) const {
  while (nodes_[at].parent != at) {
    nodes_[at].parent = nodes_[nodes_[at].parent].parent;
    at = nodes_[at].parent;
  }
  return at;
}

void UnifiedVariables::watch(std::uint32_t root, StatedId relation) {
  const auto at = static_cast<std::uint32_t>(watches_.size());
  watches_.push_back({relation, none});
  Node& node = nodes_[root];
  (node.last_watch == none ? node.first_watch : watches_[node.last_watch].next) = at;
  node.last_watch = at;
}

std::pair<std::uint32_t, std::uint32_t> UnifiedVariables::unite(std::uint32_t a, std::uint32_t b) {
  if (nodes_[a].size < nodes_[b].size) {
    std::swap(a, b);
  }
  Node& into = nodes_[a];
  Node& from = nodes_[b];
  from.parent = a;
  into.size += from.size;
  if (from.first_watch != none) {
    (into.last_watch == none ? into.first_watch : watches_[into.last_watch].next) =
        from.first_watch;
    into.last_watch = from.last_watch;
  }
  return {a, b};
}

}  // namespace weft
