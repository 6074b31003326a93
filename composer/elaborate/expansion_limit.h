#pragma once

#include <cstddef>

#include "composer/elaborate/graph_instances.h"

namespace weft {

/// Counts the nodes of called graphs, of functions and under injections that one composition
/// expands. Equal calls share an instance, but graphs that call each other twice per level with
/// different values still grow exponentially, and so do nested injections of a feature whose new
/// value reads the old one.
class ExpansionLimit {
 public:
  /// Counts a node of the instance. False for the node that exceeds the limit.
  bool count(const GraphInstance& instance);
  bool is_exceeded() const;
  /// `expansion-limit`, with the graphs that contribute most. O(instances).
  Diagnostic report(const Composition& composition, const GraphInstances& instances) const;

 private:
  std::size_t nodes_ = 0;
};

}  // namespace weft
