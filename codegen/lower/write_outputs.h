#pragma once

#include <cstdint>

namespace weft {

class StageLowering;

/// Writes what the fragment stage interpolates.
void write_varyings(StageLowering& stage);

/// Writes the demanded outputs of the stage: targets, depth, coverage, the clip position.
void write_outputs(StageLowering& stage);

/// Writes the members of a block that are parameters or results of the uniform program.
void write_members(StageLowering& stage, std::uint32_t block);

}  // namespace weft
