#pragma once

#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// Lowers both stages of a placed plan together, so that they agree on everything they share. Each
/// evaluation becomes a statement of `main`, in plan order, unless it is only a read, a constant or
/// a swizzle; unnamed operators with one reader are inlined into it. Errors: `unsupported` for a
/// way of providing that no target has. O(evaluations + inputs + size of the leaf bodies used).
Result<Programs> lower_plan(const Library& library, const PlacedPlan& placed);

}  // namespace weft
