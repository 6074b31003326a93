#pragma once

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Returns the injections of a leaf's `eval` ports for which `is_read` is false.
template <typename IsRead>
UnreadFeatures injections_without(const Fragment& leaf, IsRead is_read) {
  UnreadFeatures unread;
  for (std::uint32_t port = 0; port < leaf.ports.size(); ++port) {
    const auto count = static_cast<std::uint32_t>(leaf.ports[port].injected.size());
    for (std::uint32_t position = 0; position < count; ++position) {
      if (!is_read(UnreadFeature{port, position})) {
        unread.push_back({port, position});
      }
    }
  }
  return unread;
}

/// Removes injections that a call's functions no longer read, and the features that only these
/// needed. Rates do not change. O(size of the functions).
void drop_unread_injections(const Library& library, TypedGraph& graph, EvaluationId call);

}  // namespace weft
