#pragma once

#include "codegen/interface/stage_slice.h"

namespace weft {

/// Suggests a name for each evaluation of a stage: its own name, else one from its first reader (a
/// port, feature, demand or component), else one from its origin. The names may be reserved or
/// duplicate. Empty if the stage computes nothing. O(links).
SuggestedNames suggest_names(const Library& library, const Plan& plan, const StageSlice& slice);

}  // namespace weft
