#pragma once

#include "tools/picture_drawing.h"

namespace weft::tools {

/// `--view`: shows the picture in a window until it is closed, then prints the options that say
/// what was changed. Errors of the material are shown in the window. Reports why there is no
/// window.
void view_picture(const RenderOptions& options, const PictureDescription& picture,
                  PictureMaker& maker, Report& report);

}  // namespace weft::tools
