#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Returns the function passed for a graph's port, if the node is such a port.
std::optional<ClosureId> passed_function(const Expansion& state, NodePlace place);

/// A function passed to a graph, with the port that declares its signature inside.
struct Forwarded {
  ClosureId closure;
  FragmentId fragment;
  const FragmentPort* port;  ///< of that fragment, a graph
  std::optional<PassedArgument> passed;
};

/// Returns the `fn` port of a graph that the node is, with the function passed for it. (Not for
/// `eval` ports: their arguments are plain expressions, evaluated under the features that the port
/// itself declares.)
std::optional<Forwarded> forwarded_function(const Expansion& state, NodePlace place);

}  // namespace weft
