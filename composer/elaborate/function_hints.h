#pragma once

#include <string>

#include "fragments/model/library.h"

namespace weft {

/// Suggests a lambda for a value passed to a function port: `(at) => noise(at)` for a call whose
/// arguments are names, the first of which become parameters; otherwise a list of what the port
/// takes. `node` is the value's, in `graph`. O(arguments).
std::string lambda_hint(const Library& library, const Graph& graph, const GraphNode& node,
                        const FragmentPort& port);

/// Suggests an expression for a lambda passed to an `eval` port: `leave '(u) =>' out and read
/// 'surface.uv' where 'u' stands`. O(parameters).
std::string expression_hint(const Library& library, const Graph& graph, const LambdaNode& lambda,
                            const FragmentPort& port);

/// Whether a call passed as a function leaves fewer than `wanted` ports open in every candidate, so
/// that it cannot be a partial application. O(candidates).
bool leaves_too_few_open(const Library& library, const CallNode& call, std::size_t wanted);

}  // namespace weft
