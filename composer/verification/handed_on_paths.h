#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "fragments/model/library.h"

// Static paths of functions through graphs. A graph may forward a function that it was given to
// another graph, and so on to a leaf that calls it. Each signature on the way declares types that
// the function's parameters and result must pass through. This class recovers the possible paths by
// a backward search over the graphs' source alone, like a call-graph analysis for higher-order
// functions (0-CFA), with no use of the composer's own expansion, so that the checker stays
// independent (decision 0055).

namespace weft {

/// The `fn` ports of graphs that a function passes through, innermost first: each graph forwards
/// the function that the next one was given.
using HandedOnPath = std::vector<const FragmentPort*>;

/// How functions may reach the calls of a composition, judged by the graphs alone. Refers to the
/// library.
class HandedOnPaths {
 public:
  /// A node of one of the graphs.
  struct Place {
    std::uint32_t graph;
    NodeId node;
  };

  /// Covers the material's graph, the graphs it calls, and those of defaults and definitions.
  /// O(nodes + arguments).
  HandedOnPaths(const Library& library, const Material& material, const Profile& profile);

  const GraphNode& node(Place at) const { return graphs_[at.graph].graph->nodes[at.node]; }

  /// Returns the nodes with this source position. O(log nodes).
  const std::vector<Place>& nodes_at(Span span) const;

  /// Returns the paths by which a function may have reached `at`, a function argument. An empty
  /// path means that no graph need have forwarded it, and nothing can be claimed. No path is a
  /// prefix of another. Gives up after some thousand steps and returns the empty path.
  std::vector<HandedOnPath> paths_to(Place at) const;

  /// Returns the node that the material assigns to an output, if any.
  std::optional<Place> output(NameId name) const;

  /// Returns the results of a call, one per overload that is a graph with a single result. Empty
  /// for other nodes.
  std::vector<Place> results_of(Place call) const;

  /// Returns the types that ports of graphs declare for a lambda's parameter, one per possible
  /// overload. Empty if a leaf may take the lambda, or no call does.
  std::vector<const TypePattern*> declared_types(Place parameter) const;

 private:
  struct SourceGraph {
    const Graph* graph;
    std::optional<FragmentId> fragment;
  };
  using SpanKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  void add(const Graph& graph, std::optional<FragmentId> fragment);
  void add_fragments(const std::vector<FragmentId>& candidates);
  void index(std::uint32_t graph);
  void index_lambda(const GraphNode& call_node, std::size_t argument, Place lambda);

  const Library& library_;
  std::vector<SourceGraph> graphs_;
  /// For each called graph or leaf: the graph's position, if it is a graph.
  std::map<FragmentId, std::optional<std::uint32_t>> added_;
  std::map<SpanKey, std::vector<Place>> by_span_;
  std::map<FragmentId, std::vector<Place>> calls_;  ///< per graph: the calls that may mean it
  std::map<std::pair<std::uint32_t, NodeId>, std::vector<const TypePattern*>> declared_;
};

}  // namespace weft
