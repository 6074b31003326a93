#pragma once

#include "composer/evaluations/typed_graph.h"
#include "support/diagnostic.h"

namespace weft {

/// Warns of calls whose result counts as having the default of a trait although an argument has
/// another value: a color in ACEScg given to a leaf that does not mention primaries, whose result
/// does not either. Arguments of ports without meanings are numbers, and results of the data types
/// of arguments pass meanings on. Sorted. O(types), and O(inputs × traits) if some type states
/// such a value.
Diagnostics find_assumed_defaults(const Library& library, const TypedGraph& graph);

}  // namespace weft
