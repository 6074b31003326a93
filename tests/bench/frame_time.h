#pragma once

#include <vector>

#include "codegen/emit.h"
#include "fragments/model/library.h"

namespace weft::testing {

/// Draws the showcase of a material, from the modules of its GLSL, large and again and again: the
/// time of each frame in milliseconds, on the device that the tests draw with. Nothing where Weft
/// is built without Vulkan, or drawing fails (it then says so on the standard error).
std::vector<double> frame_times(const Library& library, MaterialId material,
                                const Emission& emission);

}  // namespace weft::testing
