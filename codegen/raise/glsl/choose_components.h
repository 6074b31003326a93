#pragma once

#include "codegen/raise/raise_body.h"

namespace weft {

/// A vector whose components are chosen one by one, `vec3(c.x <= 0.5 ? a.x : b.x, …)`, as one
/// choice, `mix(b, a, lessThanEqual(c, vec3(0.5)))`, which compiles without branches. Each operand
/// is a whole local, port or symbol, component by component, or one scalar for all.
std::optional<BodyExprId> choose_components(BodyRaise& raise, const BodyExpr& from);

}  // namespace weft
