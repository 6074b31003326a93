#pragma once

#include "codegen/ir/program.h"
#include "codegen/lower/lowered_leaves.h"
#include "support/result.h"

namespace weft {

/// Lowers both stages of a placed plan together, so that they agree on everything they share. Each
/// evaluation becomes a statement of `main`, in plan order, unless it is only a read, a constant or
/// a swizzle; unnamed operators with one reader are inlined into it. Errors: `unsupported` for a
/// way of providing that no target has. O(evaluations + inputs + size of the leaf bodies used).
/// `leaves`: lowered for the library so far, which saves time; may be null.
Result<Programs> lower_plan(const Library& library, const PlacedPlan& placed,
                            LoweredLeaves* leaves = nullptr);

}  // namespace weft
