#pragma once

#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Inlines higher-order calls in leaf bodies.
///
/// A body may pass one of its function ports to a callee (PortCall::handed):
///
///   fragment slope(f: fn(t: float) -> float, x: float) -> float { return f(x + 0.1) - f(x); }
///   fragment steeper(g: fn(t: float) -> float, x: float) -> float { return 2.0 * slope(g, x); }
///
/// The call of `slope` is replaced by its body, which then calls `g` directly. Afterwards no body
/// passes a function on, so laws, costs and text never see one. Where the signatures state
/// different traits, a port that adapts the function is called (port_for_taker).
///
/// The inlined statements precede the statement that contains the call, or start each iteration if
/// it is in the condition of a loop; bodies are pure, so the order is unobservable. Bodies must be
/// checked and have gone through close_over_calls, which rejects recursion. Instances of generic
/// leaves are made as needed.
///
/// Errors: `unsupported` for a call in the step of a `for`; `out-of-range` as in make_instances.
/// O(size of the bodies made).
Diagnostics inline_handed_functions(Library& library);

}  // namespace weft
