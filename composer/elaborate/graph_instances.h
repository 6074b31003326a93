#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "fragments/analysis/feature_reads.h"
#include "support/bit_set.h"
#include "support/index_table.h"

namespace weft {

class FreeBounds;

/// A node of an instance.
struct NodePlace {
  InstanceId instance;
  NodeId node;
};

/// The argument of a call: its text, and its node in the graph that contains the call, if that is
/// known and the argument is written there.
struct PassedArgument {
  Span span;
  std::optional<NodePlace> place = std::nullopt;
};

/// A graph under given ports and surroundings. Instances with equal graph, ports, type arguments,
/// context and bound values are one.
struct GraphInstance {
  const Graph* graph;
  CallContext context;
  /// The owner of the graph; nothing for a material's or an expression's graph.
  std::optional<FragmentId> fragment = std::nullopt;
  CallIds ports = {};  ///< as passed, before conversion to the declared types
  /// Of a generic graph, if typing decided them; void where it did not. Otherwise empty: values
  /// that are declared of an open type keep their own.
  std::vector<DataType> type_arguments = {};
  /// Per port: the argument in the first call that created the instance; nothing for defaults.
  std::vector<std::optional<PassedArgument>> arguments = {};
  std::vector<std::pair<NodeId, CallId>> bound = {};  ///< values of BoundNodes, in order of nodes
  /// The instance that contains the first call that created this one. For the body of a function:
  /// the caller of the graph that the function is written in.
  std::optional<InstanceId> parent = std::nullopt;
};

/// A conversion to a type that the instance's graph declares.
inline DeclareCall declare_in(const GraphInstance& instance, const TypePattern& type) {
  DeclareCall call{&type};
  if (type.type_variable && *type.type_variable < instance.type_arguments.size()) {
    const DataType known = instance.type_arguments[*type.type_variable];
    call.variable = known.is_void() ? std::nullopt : std::optional(known);
  }
  return call;
}

/// The graph instances of a composition, hash-consed, with the values of their nodes. A node has
/// one value, set once.
class GraphInstances {
 public:
  /// Returns the id of an equal existing instance, which keeps its spans and parent, or adds the
  /// instance. O(ports and bound values) expected.
  InstanceId add(GraphInstance instance);
  /// Returns the instance of the same graph in another environment.
  InstanceId under(InstanceId instance, EnvironmentId environment);
  /// Returns the instance of the same graph in another environment with some of its bound values.
  InstanceId narrowed(InstanceId instance, EnvironmentId environment, const BitSet& bound);
  /// References stay valid.
  const GraphInstance& operator[](InstanceId id) const { return known_[id.index()]->instance; }
  const GraphNode& node(NodePlace place) const {
    return (*this)[place.instance].graph->nodes[place.node];
  }

  /// The value of a node that is expanded.
  std::optional<CallId> value(NodePlace place) const {
    const std::uint32_t value = state(place);
    return value < begun ? std::optional(CallId(value)) : std::nullopt;
  }
  void set_value(NodePlace place, CallId value) { set_state(place, value.index()); }
  /// Whether the node's expansion has begun, and waits or is finished.
  bool is_begun(NodePlace place) const { return state(place) != not_begun; }
  void begin(NodePlace place) {
    known_[place.instance.index()]->begun += is_begun(place) ? 0 : 1;
    set_state(place, begun);
  }

  /// The instance of the same graph in another environment, with some of its bound values.
  struct Narrowed {
    EnvironmentId environment;
    BitSet bound;  ///< of those of the wider instance
    InstanceId instance;
  };
  /// What is known about narrower surroundings of an instance (narrowed_places.h).
  struct Narrowing {
    const std::vector<FeatureReads>* reads = nullptr;  ///< per node; null: not found yet
    const FreeBounds* free = nullptr;                  ///< null: not found yet, or nothing is bound
    std::vector<Narrowed> instances = {};
  };
  /// References stay valid.
  Narrowing& narrowing(InstanceId id) { return known_[id.index()]->narrowing; }

  /// Records the instance that contains a call; only the first counts.
  void note_caller(CallId call, InstanceId instance) { callers_.try_emplace(call, instance); }
  /// The instance that contains a call, where recorded.
  std::optional<InstanceId> caller_of(CallId call) const;

  /// The number of instances of a graph and of their nodes whose expansion has begun.
  struct Share {
    std::size_t instances = 0;
    std::size_t nodes = 0;
  };
  /// O(instances).
  std::map<FragmentId, Share> shares() const;
  /// The node whose expansion has begun most often inside of functions and injections, the first of
  /// several, and how often; among the nodes of graphs that no fragment owns. O(their expansions).
  std::optional<std::pair<const GraphNode*, std::size_t>> most_expanded() const;

 private:
  // States of nodes without a value.
  static constexpr std::uint32_t not_begun = 0xffffffff;
  static constexpr std::uint32_t begun = 0xfffffffe;

  struct Known {
    GraphInstance instance;
    /// A CallId or one of the above, by NodeId. Empty for the inside of functions and injections,
    /// small parts of a graph that may have many.
    std::vector<std::uint32_t> states;
    std::size_t begun = 0;  ///< how many nodes
    Narrowing narrowing = {};
  };

  static std::uint64_t key_of(NodePlace place) {
    return std::uint64_t{place.instance.index()} << 32 | place.node.index();
  }
  std::uint32_t state(NodePlace place) const {
    const std::vector<std::uint32_t>& states = known_[place.instance.index()]->states;
    if (!states.empty()) {
      return states[place.node.index()];
    }
    const auto at = inside_.find(key_of(place));
    return at != inside_.end() ? at->second : not_begun;
  }
  void set_state(NodePlace place, std::uint32_t state) {
    std::vector<std::uint32_t>& states = known_[place.instance.index()]->states;
    (states.empty() ? inside_[key_of(place)] : states[place.node.index()]) = state;
  }

  std::vector<std::unique_ptr<Known>> known_;                // by InstanceId
  std::unordered_map<std::uint64_t, std::uint32_t> inside_;  // states; iterated for counts alone
  IndexTable table_;
  std::unordered_map<CallId, InstanceId> callers_;  // never iterated
};

}  // namespace weft
