#pragma once

#include <string>

#include "tools/picture_description.h"
#include "tools/report.h"

namespace weft::tools {

/// Reads a scene file (docs/render.md) over `picture`. Files that it names are beside it. Reports
/// all errors at their places in the file, and returns whether there are none.
bool read_scene_file(const std::string& path, PictureDescription& picture, Report& report);

}  // namespace weft::tools
