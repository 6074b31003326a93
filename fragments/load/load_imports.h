#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/load/load.h"
#include "fragments/load/load_state.h"

namespace weft {

/// A file to begin with: its path, and its text if that is no file's.
struct LoadRoot {
  std::string path;
  std::optional<std::string> text = std::nullopt;
};

/// Reads and parses the roots and all that they import, each file once, imported ones first, into
/// `state.modules`. Errors: `file-not-found`, `file-unreadable`, `import-cycle` (naming the
/// circle), and the parser's. The stack does not grow with the depth of imports.
void load_modules(LoadState& state, const std::vector<LoadRoot>& roots, const FileReader& reader,
                  const LoadOptions& options);

}  // namespace weft
