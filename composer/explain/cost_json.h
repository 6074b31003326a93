#pragma once

#include "composer/evaluations/plan.h"
#include "support/json_fwd.h"

namespace weft {

/// The static cost of each output, for editors: `[{output, stage, operations: {fragment: 35, draw:
/// 4}, per_draw}]`. `operations` counts one run at each rate that has any (docs/operations.md);
/// `per_draw` multiplies them by the runs that placement assumed, and adds interpolated components.
/// O(outputs × evaluations).
Json costs_json(const Library& library, const PlacedPlan& placed);

}  // namespace weft
