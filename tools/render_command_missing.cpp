// `weft render` in a build without Vulkan.

#include "tools/commands.h"

namespace weft::tools {

void run(const RenderOptions&, Report& report) {
  report.refuse("this weft was built without the renderer (WEFT_WITH_VULKAN=OFF)");
}

}  // namespace weft::tools
