#pragma once

#include "fragments/model/body.h"

namespace weft {

/// The one expression of a leaf that is nothing but an operator, an intrinsic or a constructor over
/// its ports and literals (`return mix(a, b, t);`): such leaves are written into the line that uses
/// them. Nothing for all others. O(1).
std::optional<BodyExprId> operator_of(const Body& body);

}  // namespace weft
