#pragma once

#include <cstdint>

#include "fragments/model/body.h"

// Reachability and definite assignment on structured control flow. Each is one pass over the
// statements in postorder that summarizes every statement from the summaries of those inside it.

namespace weft {

/// How control can leave a body.
struct ControlFlow {
  bool reaches_end = false;  ///< control can run past the last statement
};
/// Computes reachability of the end. `while (true)` without a break never ends; other conditions
/// may be true or false. O(statements).
ControlFlow analyse_flow(const Body& body);

/// Definite assignment: whether the local has been assigned, wholly or in part, at every exit of
/// the body, that is, at its end and at every return that does not return another value.
/// O(statements + depth of the assignments' targets).
bool is_always_assigned(const Body& body, std::uint32_t local);

}  // namespace weft
