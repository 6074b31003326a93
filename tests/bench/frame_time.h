#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "fragments/model/library.h"
#include "tests/bench/twin.h"

namespace weft::testing {

struct FrameSettings {
  int size = 768;  ///< of the square picture
  int frames = 7;
};

struct DrawnFrames {
  /// Of each frame: on the device, or from recording to waiting where it has no timestamps.
  std::vector<double> milliseconds;
  std::vector<std::uint8_t> rgba;  ///< the picture; empty if nothing was drawn
};

/// Draws the showcase of a material repeatedly, with the modules of its GLSL or with those of its
/// twin, on the device that the tests use. Returns nothing if Weft is built without Vulkan, or if
/// drawing fails (after printing the error to standard error).
DrawnFrames draw_frames(const Library& library, MaterialId material, const Emission& emission,
                        const Twin* twin, const FrameSettings& settings);

/// The name of that device; empty if there is none.
std::string frame_device();

}  // namespace weft::testing
