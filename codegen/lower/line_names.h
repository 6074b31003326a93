#pragma once

#include <string>
#include <vector>

#include "codegen/interface/stage_slice.h"

namespace weft {

/// What the line of each evaluation of a stage would like to be called: its own name, else that of
/// what reads it first (a port, a feature, a demand, a part taken of it), else one made of where it
/// comes from. Not yet free of reserved words or unique. O(links).
std::vector<std::string> suggest_names(const Library& library, const Plan& plan,
                                       const StageSlice& slice);

}  // namespace weft
