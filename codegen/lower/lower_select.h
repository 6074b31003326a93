#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Writes a select with one condition per draw as an `if`, of which only the chosen side is
/// evaluated. Returns false if the select is an expression.
bool lower_branches(StageLowering& stage, EvaluationId id, const Evaluation& evaluation);

}  // namespace weft
