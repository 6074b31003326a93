#pragma once

#include "composer/evaluations/plan.h"
#include "fragments/analysis/operation_counts.h"

namespace weft {

/// Moves work that is constant per draw from the shaders of a placed plan to the CPU. Values that a
/// host can compute from features and parameters become evaluations of the host stage, shared by
/// both shader stages, and each value that a shader reads passes through a UniformEvaluation. Not
/// moved: texture reads, specialization constants, native code, values whose type cannot be stored
/// in a uniform block, and values that the host provides without any operation. O(evaluations +
/// inputs).
void take_out_uniform_work(const Library& library, Plan& plan, Placement& placement,
                           OperationCounts& counts);

}  // namespace weft
