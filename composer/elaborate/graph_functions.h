#pragma once

#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Whether some overload of the call has a function port for that argument.
bool takes_function(const Library& library, const CallNode& call, std::size_t argument);

/// Returns the ports that the argument may go to, one per overload that has such a port.
std::vector<const FragmentPort*> ports_of_argument(const Library& library, const CallNode& call,
                                                   std::size_t argument);

/// Per node: whether it has no value on its own, because it depends on a bound variable of a lambda
/// or loop, or is only ever passed as a function. O(nodes + links).
std::vector<bool> nodes_of_functions(const Graph& graph, const Library& library);

}  // namespace weft
