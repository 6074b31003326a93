#pragma once

#include <string_view>

#include "tools/picture_drawing.h"

namespace weft::tools {

/// Whether the words for a texture are a state of a simulation, `state:MATERIAL.STATE`, and not a
/// file.
bool names_state(std::string_view words);

/// Runs the simulations that the picture's textures name, of materials of the same library, and
/// adds their states to the textures of the scenery. Reports all errors, and returns false after
/// one.
bool add_state_textures(PictureMaker& maker, const PictureDescription& picture,
                        const Drawing& drawing, bool is_glsl, Scenery& scenery, Report& report);

}  // namespace weft::tools
