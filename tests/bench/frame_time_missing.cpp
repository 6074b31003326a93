// Without Vulkan there are no frame times.

#include "tests/bench/frame_time.h"

namespace weft::testing {

std::vector<double> frame_times(const Library&, MaterialId, const Emission&) { return {}; }

}  // namespace weft::testing
