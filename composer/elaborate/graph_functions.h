#pragma once

#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Whether the argument is taken as a function: some fragment of that name has a function port
/// there.
bool takes_function(const Library& library, const CallNode& call, std::size_t argument);

/// The ports that the argument may go to, one per fragment of that name that has one for it.
std::vector<const FragmentPort*> ports_of_argument(const Library& library, const CallNode& call,
                                                   std::size_t argument);

/// Per node: whether it has no value by itself, because it depends on what a lambda or a loop
/// binds, or because it is only ever passed as a function. O(nodes + links).
std::vector<bool> nodes_of_functions(const Graph& graph, const Library& library);

}  // namespace weft
