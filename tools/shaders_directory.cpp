#include "tools/shaders_directory.h"

#include <filesystem>
#include <system_error>

namespace weft::tools {

std::string shaders_directory() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  if (!ignored) {
    const fs::path installed =
        (executable.parent_path() / ".." / "share" / "weft" / "shaders").lexically_normal();
    if (fs::exists(installed / "core.weft", ignored)) {
      return installed.string();
    }
  }
  return WEFT_SOURCE_SHADERS_DIRECTORY;
}

}  // namespace weft::tools
