#include "c_api/shipped_shaders.h"

#include <dlfcn.h>

#include "fragments/load/shipped_directory.h"

namespace weft {

std::string shipped_shaders() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&shipped_shaders), &here) != 0 &&
      here.dli_fname != nullptr) {
    std::string installed = shipped_directory_beside(here.dli_fname);
    if (!installed.empty()) {
      return installed;
    }
  }
  return WEFT_SOURCE_SHADERS_DIRECTORY;
}

}  // namespace weft
