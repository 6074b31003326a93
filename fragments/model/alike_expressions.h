#pragma once

#include "fragments/model/body.h"

namespace weft {

/// Whether two expressions of a body are structurally equal. If they are read at one moment, as the
/// arguments of one call are, their values are then equal too, since they have no side effects.
/// False for calls of function ports. O(size of the expressions).
bool are_alike(const Body& body, BodyExprId a, BodyExprId b);

}  // namespace weft
