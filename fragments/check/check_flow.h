#pragma once

#include <cstdint>

#include "fragments/model/body.h"

namespace weft {

/// How control can leave a body.
struct ControlFlow {
  bool reaches_end = false;  ///< past the last statement
};
/// `while (true)` without a break ends nowhere; other conditions may be true or false.
/// O(statements).
ControlFlow analyse_flow(const Body& body);

/// Whether the local has been assigned (wholly or in part) wherever the body is left: at its end
/// and at every return that does not give another value. O(statements + depth of the assignments'
/// targets).
bool is_always_assigned(const Body& body, std::uint32_t local);

}  // namespace weft
