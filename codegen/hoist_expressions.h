#pragma once

#include "fragments/language/body.h"

namespace weft {

/// Gives a local of its own to every part of an expression below which the text would nest deeper
/// than 24 levels (consumers of shaders give up at some depth, and 32 is safe), and to every array
/// that is made within an expression, which HLSL knows in declarations only. The locals are
/// declared before the statement; loops test such conditions at the beginning of their bodies. The
/// names are those of `name`. O(body).
void hoist_expressions(Body& body, NameId name);

}  // namespace weft
