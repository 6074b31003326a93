#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Writes a `for` over the steps. The states are locals; the body recomputes what depends on them.
void lower_loop(StageLowering& stage, EvaluationId id, const Evaluation& evaluation,
                const LoopEvaluation& loop);

/// Writes a `for` over indices that fills a local array.
void lower_map(StageLowering& stage, EvaluationId id, const Evaluation& evaluation,
               const MapEvaluation& map);

}  // namespace weft
