#include "tools/import_folders.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace weft::tools {
namespace {

void check(const std::vector<std::string>& folders, std::string_view option, Severity severity,
           Diagnostics& found) {
  namespace fs = std::filesystem;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    const fs::file_status status = fs::status(folder, ignored);
    if (fs::is_directory(status)) {
      continue;
    }
    found.push_back(error(Code::FileNotFound,
                          fmt::format("the folder '{}' of {} {}", folder, option,
                                      fs::exists(status) ? "is not a folder" : "does not exist")));
    found.back().severity = severity;
  }
}

}  // namespace

Diagnostics check_folders(const ImportOptions& imports) {
  Diagnostics found;
  check(imports.directories, "-I", Severity::Warning, found);
  check(imports.roots, "--root", Severity::Error, found);
  return found;
}

Diagnostics check_folders(const ServeOptions& options) {
  Diagnostics found = check_folders(options.imports);
  check(options.folders, "--allow", Severity::Error, found);
  return found;
}

}  // namespace weft::tools
