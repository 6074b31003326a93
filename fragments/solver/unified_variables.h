#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fragments/solver/type_system.h"

namespace weft {

/// The variables of a system in classes of unified ones, each with the set of types that is left
/// and the list of relations that watch it. A union-find structure (R. Tarjan, Efficiency of a Good
/// But Not Linear Set Union Algorithm, 1975): union by size, path halving. Lists of relations are
/// linked, so that uniting two classes takes constant time. A class is named by its root.
class UnifiedVariables {
 public:
  void clear();
  /// Adds a variable that is a class of its own.
  void add(const TypeSet& allowed);
  std::size_t size() const { return nodes_.size(); }

  std::uint32_t root(TypeVar variable) const { return root_of(variable.index()); }
  const TypeSet& allowed(std::uint32_t root) const { return nodes_[root].allowed; }
  void set_allowed(std::uint32_t root, const TypeSet& to) { nodes_[root].allowed = to; }
  /// An array_of relation that has the class as its array.
  const std::optional<StatedId>& array(std::uint32_t root) const { return nodes_[root].array; }
  void set_array(std::uint32_t root, StatedId relation) { nodes_[root].array = relation; }

  void watch(std::uint32_t root, StatedId relation);
  /// Calls f with each relation that watches the class, in the order in which they were added.
  template <typename F>
  void for_each_watcher(std::uint32_t root, F f) const {
    for (std::uint32_t at = nodes_[root].first_watch; at != none; at = watches_[at].next) {
      f(watches_[at].relation);
    }
  }

  /// Unites two classes into one, which keeps the set and the array of the greater. Returns the
  /// root that remains, and the other.
  std::pair<std::uint32_t, std::uint32_t> unite(std::uint32_t a, std::uint32_t b);

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Node {
    std::uint32_t parent;
    std::uint32_t size = 1;
    // Of roots only:
    TypeSet allowed;
    std::uint32_t first_watch = none;
    std::uint32_t last_watch = none;
    std::optional<StatedId> array = {};
  };
  struct Watch {
    StatedId relation;
    std::uint32_t next;
  };

  std::uint32_t root_of(std::uint32_t at) const;

  mutable std::vector<Node> nodes_;  // mutable: root_of() halves paths
  std::vector<Watch> watches_;
};

}  // namespace weft
