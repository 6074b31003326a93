#pragma once

#include "tools/options.h"
#include "tools/picture_description.h"
#include "tools/picture_drawing.h"
#include "tools/picture_files.h"
#include "tools/report.h"

namespace weft::tools {

/// Draws the materials of several files, or all of a file, beside each other, each with its name
/// below. One that fails is a red tile, its errors are reported, and the sheet is written anyway.
void draw_contact_sheet(const RenderOptions& options, const PictureDescription& picture,
                        const PictureMesh& mesh, PictureMaker& maker, Report& report);

}  // namespace weft::tools
