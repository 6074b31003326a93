#pragma once

#include "fragments/load/load.h"

namespace weft::tools {

/// Where a name is unknown that a file that ships declares, and that file takes no part: says which
/// one to import. Loads what ships if there is such an error, else nothing.
void add_import_hints(LoadedLibrary& loaded);

}  // namespace weft::tools
