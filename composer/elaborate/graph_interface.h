#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Why a port of a graph must be single although its declaration does not say so: it reaches a port
/// that insists.
struct InsistentPort {
  NodeId call;         ///< inside the graph, of the fragment whose port insists
  std::uint32_t port;  ///< of that fragment
};

/// What an output of a graph depends on.
struct OutputDependence {
  std::vector<bool> ports;  ///< of the graph: those that reach it
  bool is_source = false;   ///< a field source, or an unconnected implicit input, reaches it: a
                            ///< field whatever is passed

  friend bool operator==(const OutputDependence&, const OutputDependence&) = default;
};

/// What can be said of a graph from its inside alone: what a built-in leaf would declare.
struct GraphInterface {
  std::vector<std::optional<InsistentPort>> insists;  ///< per port
  std::vector<OutputDependence> outputs;              ///< per result
};

/// The interfaces of graphs, each inferred once, callees first. The library must outlive the
/// object.
class GraphInterfaces {
 public:
  explicit GraphInterfaces(const Library& library) : library_(library) {}
  /// After an edit: the library anew, and what was known of the old one. Only graphs that changed,
  /// or call something that did, are inferred again. What a graph is, is its text and that of all
  /// it calls, with the rates of the features it reads; where it stands does not matter.
  GraphInterfaces(const Library& library, GraphInterfaces&& before);

  /// O(nodes × results of loops) once per graph. The fragment is a graph.
  const GraphInterface& of(FragmentId graph);
  /// How many were inferred since this object was made, and not taken over.
  std::size_t inferred() const { return inferred_; }

 private:
  using Known = std::unordered_map<FragmentId, std::uint32_t>;
  friend class InterfaceFinder;

  std::string content_of(FragmentId graph) const;

  const Library& library_;
  Known known_;                                      // look-ups only: positions in interfaces_
  std::map<std::string, std::uint32_t> by_content_;  // likewise
  std::deque<GraphInterface> interfaces_;
  std::size_t inferred_ = 0;
};

/// Ports of the root file's graphs that may be fields by their declaration, but must be single:
/// `rate-too-high`, with the way to the port that insists.
Diagnostics check_graph_interfaces(const Library& library);

}  // namespace weft
