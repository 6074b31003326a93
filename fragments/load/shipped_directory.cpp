#include "fragments/load/shipped_directory.h"

#include <filesystem>
#include <system_error>

namespace weft {

std::string shipped_directory_beside(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code trouble;
  const fs::path real = fs::canonical(file, trouble);
  if (trouble) {
    return {};
  }
  fs::path above = real.parent_path();
  for (int level = 0; level < 3 && above.has_relative_path(); ++level) {
    above = above.parent_path();
    const fs::path candidate = above / "share" / "weft" / "shaders";
    if (fs::is_regular_file(candidate / "core.weft", trouble)) {
      return candidate.string();
    }
  }
  return {};
}

}  // namespace weft
