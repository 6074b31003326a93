// Without Vulkan nothing is drawn.

#include "tests/bench/frame_time.h"

namespace weft::testing {

DrawnFrames draw_frames(const Library&, MaterialId, const Emission&, const Twin*,
                        const FrameSettings&) {
  return {};
}

std::string frame_device() { return ""; }

}  // namespace weft::testing
