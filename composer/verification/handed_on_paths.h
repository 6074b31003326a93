#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// The `fn` ports of graphs that a function passes, the innermost first: each graph hands on what
/// the next one was given.
using HandedOnPath = std::vector<const FragmentPort*>;

/// How functions may reach the calls of a composition, read from the graphs alone. Knows nothing of
/// how the composer expands them. Refers to the library.
class HandedOnPaths {
 public:
  /// A node of one of the graphs.
  struct Place {
    std::uint32_t graph;
    NodeId node;
  };

  /// Of the material's graph, the graphs that it calls, and those of defaults and definitions.
  /// O(nodes + arguments).
  HandedOnPaths(const Library& library, const Material& material, const Profile& profile);

  const GraphNode& node(Place at) const { return graphs_[at.graph].graph->nodes[at.node]; }

  /// The nodes with this place in the source. O(log nodes).
  const std::vector<Place>& nodes_at(Span span) const;

  /// The ways in which a function may have come to `at`, a node of a function's kind: its argument.
  /// The empty path: no graph need have handed it on, and nothing can be said. None is the
  /// beginning of another. Gives up, with the empty path, beyond some thousand steps.
  std::vector<HandedOnPath> paths_to(Place at) const;

  /// What the material writes for an output; nothing if it does not.
  std::optional<Place> output(NameId name) const;

  /// Of a call that some graph with one result answers, whichever overload is meant: the results.
  /// None of other nodes.
  std::vector<Place> results_of(Place call) const;

  /// The types that the ports of graphs declare for a lambda's parameter, one per overload that may
  /// be called; none if a leaf may take the lambda, or no call does.
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
  /// Of the graphs and leaves that are called: the position of the graph.
  std::map<FragmentId, std::optional<std::uint32_t>> added_;
  std::map<SpanKey, std::vector<Place>> by_span_;
  std::map<FragmentId, std::vector<Place>> calls_;  ///< per graph: the calls that may mean it
  std::map<std::pair<std::uint32_t, NodeId>, std::vector<const TypePattern*>> declared_;
};

}  // namespace weft
