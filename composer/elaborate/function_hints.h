#pragma once

#include <string>

#include "fragments/model/library.h"

namespace weft {

/// The lambda that an author means who passes a value where `port` takes a function:
/// `(at) => noise(at)` for a call whose arguments are names, of which the first become the
/// parameters; else what may stand there. `node` is the value's, in `graph`. O(arguments).
std::string lambda_hint(const Library& library, const Graph& graph, const GraphNode& node,
                        const FragmentPort& port);

/// What to write for a lambda at an `eval` port, which evaluates an expression itself:
/// `leave '(u) =>' out and read 'surface.uv' where 'u' stands`. O(parameters).
std::string expression_hint(const Library& library, const Graph& graph, const LambdaNode& lambda,
                            const FragmentPort& port);

/// Whether a call that is passed where a function is wanted leaves too few ports open to be one:
/// `wanted` parameters have no place in any of its candidates. O(candidates).
bool leaves_too_few_open(const Library& library, const CallNode& call, std::size_t wanted);

}  // namespace weft
