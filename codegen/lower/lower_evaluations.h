#pragma once

#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Lowers evaluations that are written together, in the innermost open block: `ids` (ascending).
/// What only one side of a select needs goes into its branch.
void lower_evaluations(StageLowering& stage, const std::vector<EvaluationId>& ids);

/// Lowers one of them.
void lower_evaluation(StageLowering& stage, EvaluationId id);

}  // namespace weft
