#include "tools/shaders_directory.h"

#include "fragments/load/shipped_directory.h"

namespace weft::tools {

std::string shaders_directory() {
  std::string installed = shipped_directory_beside("/proc/self/exe");
  return installed.empty() ? WEFT_SOURCE_SHADERS_DIRECTORY : installed;
}

}  // namespace weft::tools
