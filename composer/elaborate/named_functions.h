#pragma once

#include <deque>
#include <map>
#include <utility>

#include "fragments/model/library.h"

namespace weft {

/// A named function or partial application passed to a port, written out as the graph of one call:
/// its ports are the arguments given with the name, and the port's parameters are bound.
///
///     ridged(octaves: 3)   passed to fn(at: float2)   is   ridged(octaves: port 0, at: bound at)
class NamedFunctions {
 public:
  explicit NamedFunctions(const Library& library) : library_(library) {}

  /// Returns the graph for a FunctionNode or CallNode passed to `port`. The parameters are the
  /// nodes after those of the ports. Valid as long as the object. Made once per node and port.
  const Graph& graph_of(const GraphNode& node, const FragmentPort& port);

 private:
  Graph written(const GraphNode& node, const FragmentPort& port) const;

  const Library& library_;
  std::deque<Graph> graphs_;
  std::map<std::pair<const GraphNode*, const FragmentPort*>, const Graph*>
      known_;  // never iterated
};

}  // namespace weft
