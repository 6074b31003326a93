#pragma once

#include <vector>

#include "composer/typing/typed_calls.h"

namespace weft {

/// Marks, by CallId, the calls that others take values from, directly or not: through inputs and
/// requests, and if `with_rejected` through what was only tried. Includes `from`. O(calls).
std::vector<bool> reached_calls(const Elaborator& elaborator, const TypedCalls& calls,
                                const std::vector<CallId>& from, bool with_rejected);

/// Marks the calls that only candidates which lost overload resolution asked for, or that were only
/// injected for what does not read them. `roots`: the calls that the composition needs. O(calls).
std::vector<bool> rejected_calls(const Elaborator& elaborator, const TypedCalls& calls,
                                 const std::vector<CallId>& roots);

/// Returns a shortest path of calls from one of the roots to `to`, both included, or nothing if
/// there is none. O(calls).
std::vector<CallId> shortest_path(const Elaborator& elaborator, const TypedCalls& calls,
                                  const std::vector<CallId>& roots, CallId to);

}  // namespace weft
