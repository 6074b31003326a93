// `weft render --view` in a build without a window.

#include "tools/viewer_window.h"

namespace weft::tools {

void view_picture(const RenderOptions&, const PictureDescription&, PictureMaker&, Report& report) {
  report.refuse("this weft was built without the window (WEFT_WITH_VIEWER=OFF)");
}

}  // namespace weft::tools
