// `weft render` in a build without Vulkan.

#include "tools/commands.h"

namespace weft::tools {

RepeatableRun repeatable(const RenderOptions&) {
  return [](Report& report) {
    report.refuse("this weft was built without the renderer (WEFT_WITH_VULKAN=OFF)");
  };
}

}  // namespace weft::tools
