#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/load.h"
#include "fragments/load/load_state.h"

namespace weft {

/// A file to start from: its path, and its text if it is not read from disk.
struct LoadRoot {
  std::string path;
  std::optional<std::string> text = std::nullopt;
  /// The text stands for the file, as an editor has it: imports of the path mean it, too.
  bool stands_for_file = false;
  /// Otherwise LoadState::is_incomplete alone tells of the text's syntax errors: the caller has
  /// them.
  bool reports_syntax = true;
};

/// One root per path.
std::vector<LoadRoot> file_roots(const std::vector<std::string>& paths);

/// The paths that an import may mean, the first readable one counting. `importer` is the path of
/// the file that imports.
std::vector<std::string> import_places(std::string_view import, std::string_view importer,
                                       const LoadOptions& options);

/// Reads and parses the roots and all their imports, each file once, imported files first, into
/// `state.modules`. Errors: `file-not-found`, `file-unreadable`, `import-cycle` (naming the cycle),
/// and the parser's. Files that the state already has are not read again. Stack use does not depend
/// on the depth of imports. With LoadOptions::only_named, fragments and graphs of imported
/// shipped files are skipped (LoadState::outlines), until keep_named().
void load_modules(LoadState& state, const std::vector<LoadRoot>& roots, const FileReader& reader,
                  const LoadOptions& options);

}  // namespace weft
