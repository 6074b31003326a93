#pragma once

#include "codegen/raise/raise_body.h"

// What glslang's HLSL front end makes wrong of constants is written so that it does not.

namespace weft {

/// `float3(0.0, 1.0, y).zz` is `float2(y, y)`: it crashes on components of a constructor with a
/// specialization constant.
std::optional<BodyExprId> components_of_constructor(BodyRaise& raise, const BodyExpr& from);

/// `float2(2.0, -1.0) < float2(1.0, 0.0)` is `bool2(2.0 < 1.0, -1.0 < 0.0)`: it folds a comparison
/// of constant vectors to one bool. O(operands).
std::optional<BodyExprId> compare_constant_components(BodyRaise& raise, const BodyExpr& from);

}  // namespace weft
