#pragma once

#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// The interface that every stage pair of a profile shares with its host, whatever the material:
/// the blocks that only the host fills, with all their members, the vertex attributes (by location)
/// and the color targets (by index). Blocks with parameters belong to the material, and so do push
/// constants shared with parameters (`provide material as push`). The result holds no program.
/// Names of blocks, members, structs and attributes depend on the profile alone.
/// Errors: `unsupported` for push constants larger than the profile states. O(provided features +
/// demands).
Result<Programs> profile_interface(const Library& library, const Profile& profile);

}  // namespace weft
