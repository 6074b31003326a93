#pragma once

#include <functional>
#include <memory>

#include "fragments/load/file_reader.h"
#include "live/service/picture_source.h"

namespace weft::tools {

/// Draws with the renderer of `weft render`, which starts with the first picture. `reader` reads
/// the files of textures, and must outlive the source. `drawn` is called on a thread after each
/// picture. Null in a build without Vulkan.
std::unique_ptr<live::PictureSource> make_pictures(const FileReader& reader,
                                                   const std::function<void()>& drawn);

}  // namespace weft::tools
