#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// Clip space has one convention in every fragment, Vulkan's. For a profile that declares another
/// one of its host's projections (`set clip_y up`, `set depth minus_one_to_one`), defines the
/// features with the metadata `projection` in terms of what the host has: `to_clip` is followed by
/// the change of convention, `from_clip` preceded by its inverse. Needs the profile's settings and
/// provisions. Errors: `bad-declaration` if the library has no product of matrices.
void adapt_projections(LoadState& state, Profile& profile);

}  // namespace weft
