#pragma once

#include <optional>
#include <vector>

#include "composer/elaborate/expansion.h"

namespace weft {

/// Per port of a graph: the value, converted to the port's type, or nothing for its default.
using PortValues = std::vector<std::optional<CallId>>;

/// Whether a graph that a call in `caller` reads is typed apart (GraphResultCall): graphs that take
/// values alone, called by the material itself and outside of injections and functions, where
/// nothing but its arguments matters to the graph.
bool is_typed_apart(const Expansion& state, InstanceId caller, InstanceId graph);

/// The values that the call of such a graph gives to its ports. Nothing while one lacks operands.
std::optional<PortValues> declared_ports(const Expansion& state, InstanceId graph);

/// An instance of such a graph whose ports have these values, each of its port's type, in a stage
/// outside of injections. Nothing while a default lacks operands.
std::optional<InstanceId> instance_with_ports(const Expansion& state, FragmentId graph, Stage stage,
                                              const PortValues& given);

}  // namespace weft
