#pragma once

#include <cstdint>
#include <optional>

#include "composer/evaluations/plan.h"

namespace weft {

class StageLowering;

/// Writes what the fragment stage interpolates.
void write_varyings(StageLowering& stage);

/// The coverage by which the stage discards; nothing in stages that do not.
std::optional<EvaluationId> find_coverage(StageLowering& stage);
void write_coverage(StageLowering& stage, EvaluationId coverage);

/// Writes the other demanded outputs of the stage: targets, depth, the clip position; and the
/// coverage where the stage is a function, whose caller discards.
void write_outputs(StageLowering& stage);

/// Writes the members of a block that are parameters or results of the uniform program.
void write_members(StageLowering& stage, std::uint32_t block);

}  // namespace weft
