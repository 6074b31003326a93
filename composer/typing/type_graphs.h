#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

// Graphs among overloads. The overload is known once the arguments have types; then the graph is
// expanded, where other graphs are expanded before typing. See docs/decisions/0017.

namespace weft {

/// Types a call whose chosen overload is a graph.
TypedValue type_graph_call(CallTyping& typing, const InvokeCall& call, const PlannedCall& plan);

/// Explains that calls wait for each other: through a graph, a default or a feature's definition.
/// `graphs`: those that the calls expand to.
Diagnostic explain_cycle(const TypingContext& in, const std::vector<CallId>& cycle,
                         const std::vector<FragmentId>& graphs);

}  // namespace weft
