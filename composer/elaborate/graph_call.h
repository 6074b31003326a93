#pragma once

#include <vector>

#include "composer/elaborate/expansion.h"

namespace weft {

/// Returns the single graph that a call expands to. Null for leaves, for overloads, which are
/// chosen after typing, and for graphs whose arguments decide types, which typing has to compare
/// first.
const Fragment* called_graph(const Library& library, const CallNode& call);

/// The instance of a graph that a call reads.
struct Callee {
  std::optional<InstanceId> instance = std::nullopt;
  bool is_waiting = false;  ///< an argument is missing
  Diagnostics errors = {};  ///< why there is none; empty if that was reported before
};

/// Instantiates the single graph that a node calls with its arguments.
Callee find_callee(const Expansion& state, InstanceId caller, const GraphNode& node,
                   const CallNode& call);

/// Instantiates the graph that typing chose for an InvokeCall, with the call's inputs as ports and
/// the types that typing decided. Nothing while an input is missing.
std::optional<InstanceId> instance_of_call(const Expansion& state, CallId invoke, FragmentId graph,
                                           const std::vector<DataType>& type_arguments);

/// The graphs around a call, innermost first: the one that contains it, the one that contains that
/// graph's call, and so on. Known for calls whose callee may be a graph or takes functions.
/// O(depth).
std::vector<FragmentId> graphs_around(const GraphInstances& instances, CallId call);

/// The default of a port, for a graph called in that context. Nothing while it lacks operands.
Expanded default_of_port(const Expansion& state, const FragmentPort& port, CallContext context);

/// The value of a result of a graph's instance, by position.
Expanded result_of(const Expansion& state, InstanceId instance, std::uint32_t result);

}  // namespace weft
