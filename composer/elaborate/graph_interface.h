#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"

// Interprocedural analysis of field-ness. A leaf declares which of its ports must be `single` (the
// same for the whole draw) and whether it is a source of fields. A graph has no such declarations,
// but they follow from its body: a port that reaches an insisting port of a callee must be single
// too, and an output is a field if a field source or a field port reaches it. Interfaces are
// computed once per graph, callees first, and reused after edits by content.

namespace weft {

/// Why a port of a graph must be single without declaring it: the port of a callee that it reaches.
struct InsistentPort {
  NodeId call;         ///< the call inside the graph
  std::uint32_t port;  ///< of the callee
};

/// What an output of a graph depends on.
struct OutputDependence {
  std::vector<bool> ports;  ///< of the graph: whether each reaches the output
  bool is_source = false;   ///< a field source or unconnected implicit input reaches it, so it is a
                            ///< field whatever the arguments

  friend bool operator==(const OutputDependence&, const OutputDependence&) = default;
};

/// The inferred interface of a graph, as a leaf would declare it.
struct GraphInterface {
  std::vector<std::optional<InsistentPort>> insists;  ///< per port
  std::vector<OutputDependence> outputs;              ///< per result
};

/// Interfaces of graphs, inferred once each, callees first. The library must outlive the object.
class GraphInterfaces {
 public:
  explicit GraphInterfaces(const Library& library) : library_(library) {}
  /// For incremental use after an edit: takes over the interfaces of graphs whose content is
  /// unchanged. The content is the graph's text, that of its transitive callees, and the rates of
  /// the features it reads; positions do not count.
  GraphInterfaces(const Library& library, GraphInterfaces&& before);

  /// Returns the interface of a graph. O(nodes × results of loops), once per graph.
  const GraphInterface& of(FragmentId graph);
  /// Number of interfaces inferred by this object, as opposed to taken over.
  std::size_t inferred() const { return inferred_; }

 private:
  using Known = std::unordered_map<FragmentId, std::uint32_t>;
  friend class InterfaceFinder;

  std::string content_of(FragmentId graph) const;

  const Library& library_;
  Known known_;                                      // never iterated: positions in interfaces_
  std::map<std::string, std::uint32_t> by_content_;  // likewise
  std::deque<GraphInterface> interfaces_;
  std::size_t inferred_ = 0;
};

/// Reports ports of the root file's graphs that are declared as fields but must be single:
/// `rate-too-high`, with the path to the port that requires it.
Diagnostics check_graph_interfaces(const Library& library);

}  // namespace weft
