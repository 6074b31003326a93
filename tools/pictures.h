#pragma once

#include <memory>

#include "live/service/picture_source.h"

namespace weft::tools {

/// Draws with the renderer of `weft render`, which starts with the first picture. Null in a build
/// without Vulkan.
std::unique_ptr<live::PictureSource> make_pictures();

}  // namespace weft::tools
