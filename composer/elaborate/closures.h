#pragma once

#include "composer/elaborate/graph_instances.h"
#include "support/hash.h"
#include "support/index_table.h"

namespace weft {

/// An argument for a function port: a place that is expanded anew for every call.
struct Closure {
  NodePlace place;
};

/// The closures of a composition: one per place.
class ClosureStore {
 public:
  ClosureId add(NodePlace place) {
    const std::uint64_t hash = mix_hash(place.instance.index(), place.node.index());
    const auto known = table_.find(hash, [&](std::uint32_t index) {
      const NodePlace& other = closures_[ClosureId(index)].place;
      return other.instance == place.instance && other.node == place.node;
    });
    if (known) {
      return ClosureId(*known);
    }
    const ClosureId id = closures_.add({place});
    table_.insert(hash, id.index());
    return id;
  }
  NodePlace operator[](ClosureId id) const { return closures_[id].place; }

 private:
  Store<Closure> closures_;
  IndexTable table_;
};

}  // namespace weft
