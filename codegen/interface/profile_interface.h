#pragma once

#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// What every pair of stages that is made for a profile shares with its host, whatever the
/// material: the blocks that the host alone fills, with all their members, the vertex attributes
/// (by location) and the color targets (by index) that the profile states. Blocks that hold
/// parameters are the material's, and so are push constants that parameters share
/// (`provide material as push`). There is no program in it. Names of blocks, members, structs and
/// attributes depend on the profile alone.
/// Errors: `unsupported` for push constants of more bytes than the profile states. O(provided
/// features + demands).
Result<Programs> profile_interface(const Library& library, const Profile& profile);

}  // namespace weft
