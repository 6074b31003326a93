#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// Sets where a demand's value is written: target, index and format. The demand's stage and type
/// are known. Errors: `bad-declaration`, `out-of-range`.
void resolve_target(LoadState& state, const syntax::DemandItem& item, ProfileDemand& demand);

/// Reports two demands of a finished profile for one target, including conflicts with its base.
void check_targets(LoadState& state, const Profile& profile);

/// Warns of a profile with targets whose vertex demands lack the position.
void check_clip(LoadState& state, const Profile& profile);

/// Reports what a finished profile with demands per thread cannot have: vertices and fragments, a
/// workgroup that no device has, or threads without a size to stay within.
void check_threads(LoadState& state, const Profile& profile);

}  // namespace weft
