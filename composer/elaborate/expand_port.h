#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Expands a graph's port to the argument. An `eval` port is evaluated under the features at the
/// reading node.
Expanded expand_port(const Expansion& state, InstanceId instance, const GraphNode& node,
                     const GraphPortNode& port);

/// Expands a call of an `fn` port of the graph itself.
Expanded expand_apply(const Expansion& state, InstanceId instance, const GraphNode& node,
                      const ApplyNode& apply, Origin origin);

}  // namespace weft
