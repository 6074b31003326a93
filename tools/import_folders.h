#pragma once

#include "support/diagnostic.h"
#include "tools/options.h"

namespace weft::tools {

/// `file-not-found` for folders of the command line that do not exist: a warning for -I, since
/// build systems also list folders that other configurations fill, and an error for --root, which
/// confines what is read.
Diagnostics check_folders(const ImportOptions& imports);

/// The same for the folders of --allow: errors.
Diagnostics check_folders(const ServeOptions& options);

}  // namespace weft::tools
