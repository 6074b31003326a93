#pragma once

#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Replaces every call from a body that hands a function of its own on (PortCall::handed) by the
/// body of the leaf that is called, in which that function is called directly: afterwards no body
/// hands on anything. Where the signatures state other traits a port that adapts the function is
/// called (see port_for_taker). Its statements come before the statement that the call stands in,
/// or at the beginning of each round where that is the condition of a loop; bodies are pure, so the
/// order does not show. Bodies must be checked, closed over their calls and free of recursion.
/// Instances of generic leaves are made where they are needed.
///
/// Errors: `unsupported` for a call in the step of a `for`; `out-of-range` as make_instances.
/// O(size of the bodies that are made).
Diagnostics inline_handed_functions(Library& library);

}  // namespace weft
