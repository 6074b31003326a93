#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/library/load.h"
#include "tools/options.h"
#include "tools/report.h"

namespace weft::tools {

LoadOptions load_options(const std::vector<std::string>& include_directories);

/// The files that ship beside core.weft, sorted by path.
std::vector<std::string> shipped_files();

/// What the user names as FILE. The standard input is read once, however often it is loaded.
class Input {
 public:
  explicit Input(InputOptions options);

  /// `more_roots` take part as if FILE imported them.
  LoadedLibrary load(const std::vector<std::string>& more_roots = {}) const;

 private:
  InputOptions options_;
  std::string text_;                    ///< of the standard input
  std::optional<std::string> trouble_;  ///< why it could not be read
};

/// Reports what is wrong with a library; nothing comes back if it has errors.
std::optional<Library> accept(LoadedLibrary loaded, Report& report);

}  // namespace weft::tools
