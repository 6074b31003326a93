#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Lowers the evaluation of a leaf: an expression if the leaf is an operator, else a call of its
/// function.
void lower_call(StageLowering& stage, EvaluationId id, const Evaluation& evaluation,
                const LeafEvaluation& leaf);

}  // namespace weft
