#pragma once

#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Removes from evaluations that are written together, `ids` (ascending), those that only ports
/// without parameters would read (FoldedBody::is_dropped), and what only they read. Takes back
/// their uses of others. O(ids + inputs).
std::vector<EvaluationId> without_unread(StageLowering& stage, std::vector<EvaluationId> ids);

}  // namespace weft
