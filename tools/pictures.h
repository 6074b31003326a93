#pragma once

#include <functional>
#include <memory>

#include "live/service/picture_source.h"

namespace weft::tools {

/// Draws with the renderer of `weft render`, which starts with the first picture. `drawn` is called
/// on a thread after each one. Null in a build without Vulkan.
std::unique_ptr<live::PictureSource> make_pictures(const std::function<void()>& drawn);

}  // namespace weft::tools
