#pragma once

#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Lowers evaluations that are written together (ascending), in the innermost open block. What only
/// one side of a select needs goes into its branch; what only a parameter would read that a
/// function does not have is left out.
void lower_evaluations(StageLowering& stage, const std::vector<EvaluationId>& together);

/// Lowers them where nothing is to be left out.
void lower_read_evaluations(StageLowering& stage, const std::vector<EvaluationId>& ids);

/// Lowers one of them.
void lower_evaluation(StageLowering& stage, EvaluationId id);

}  // namespace weft
