#pragma once

#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// Lowers both stages of a placed plan together, so that they agree on everything they share. Every
/// evaluation that is more than a read, a constant or a choice of components becomes one statement
/// of `main` in the order of the plan; nameless operators with one reader are written into their
/// reader. Errors: `unsupported` for what the profile provides in a way that no target has.
/// O(evaluations + inputs + size of the leaf bodies used).
Result<Programs> lower_plan(const Library& library, const PlacedPlan& placed);

}  // namespace weft
