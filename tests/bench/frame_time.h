#pragma once

#include <vector>

#include "codegen/emit.h"
#include "fragments/model/library.h"

namespace weft::testing {

/// Draws the showcase of a material repeatedly at a large size, with the modules of its GLSL, on
/// the device that the tests use. Returns the time of each frame in milliseconds; nothing if Weft
/// is built without Vulkan, or if drawing fails (after printing the error to standard error).
std::vector<double> frame_times(const Library& library, MaterialId material,
                                const Emission& emission);

}  // namespace weft::testing
