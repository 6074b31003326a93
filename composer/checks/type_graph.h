#pragma once

#include "composer/type_values.h"

namespace weft {

/// Types the graph of a graph fragment as type_material() types a material, with values of the
/// types that its ports declare. A generic graph is typed twice, for its first and its last choice
/// of types and trait values, and what they disagree on is left out, since it depends on the call.
/// Calls of function ports are left out.
TypedValues type_graph(const Composer& composer, FragmentId graph);

}  // namespace weft
