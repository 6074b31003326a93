#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "fragments/library/library.h"

namespace weft {

/// Why a port of a graph must be single although its declaration does not say so: it reaches a port that insists.
struct InsistentPort {
  Span argument;        ///< inside the graph
  FragmentId fragment;  ///< whose port insists
  std::uint32_t port;
};

/// What an output of a graph depends on.
struct OutputDependence {
  std::vector<bool> ports;  ///< of the graph: those that reach it
  bool is_source = false;   ///< a field source, or an unconnected implicit input, reaches it: a field whatever is passed

  friend bool operator==(const OutputDependence&, const OutputDependence&) = default;
};

/// What can be said of a graph from its inside alone: what a built-in leaf would declare.
struct GraphInterface {
  std::vector<std::optional<InsistentPort>> insists;  ///< per port
  std::vector<OutputDependence> outputs;              ///< per result
};

/// The interfaces of graphs, each inferred once, callees first. An edit of a graph invalidates its own interface and
/// those of graphs that call it. The library must outlive the object.
class GraphInterfaces {
 public:
  explicit GraphInterfaces(const Library& library) : library_(library) {}

  /// O(nodes × results of loops) once per graph. The fragment is a graph.
  const GraphInterface& of(FragmentId graph);

 private:
  const Library& library_;
  std::unordered_map<FragmentId, GraphInterface> known_;  // look-ups only
};

/// Ports of the root file's graphs that may be fields by their declaration, but must be single: `rate-too-high`, with the
/// way to the port that insists.
Diagnostics check_graph_interfaces(const Library& library);

}  // namespace weft
