#pragma once

#include "fragments/model/body.h"

namespace weft {

/// The returned expression of a leaf whose body is one operator, intrinsic or constructor over its
/// ports and literals (`return mix(a, b, t);`). Such leaves are inlined into the line that uses
/// them. None for all other leaves. O(1).
std::optional<BodyExprId> operator_of(const Body& body);

}  // namespace weft
