#pragma once

#include "fragments/load/load.h"

namespace weft::tools {

/// Adds a hint to each error about an unknown name that a shipped but unimported file declares: the
/// file to import. Loads the shipped files only if there is such an error.
void add_import_hints(LoadedLibrary& loaded);

}  // namespace weft::tools
