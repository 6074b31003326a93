#pragma once

#include "fragments/model/body.h"

namespace weft {

/// Lets statements of a block that call the same function with the same arguments read one call:
/// `voronoi(p).f2 - voronoi(p).f1` searches the cells once. Afterward, an expression may be part of
/// several statements of its block; hoist_expressions() computes it before the first of them.
///
/// A call is shared if its arguments read nothing that is assigned twice, and if the statement
/// evaluates it in any case: calls in `?:`, `&&`, `||`, and in the headers of loops stay.
/// Statements inside of branches and loops share among themselves. Returns whether any is shared.
/// O(body).
bool share_calls(Body& body);

}  // namespace weft
