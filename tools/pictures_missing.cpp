// Pictures in a build without Vulkan.

#include "tools/pictures.h"

namespace weft::tools {

std::unique_ptr<live::PictureSource> make_pictures(const FileReader& /*reader*/,
                                                   const std::function<void()>& /*drawn*/) {
  return nullptr;
}

}  // namespace weft::tools
