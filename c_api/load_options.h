#pragma once

#include "c_api/weft.h"
#include "fragments/load/load.h"
#include "support/diagnostic.h"

namespace weft {

/// Reads options for loading; null: the defaults. Reports invalid ones to `errors`.
LoadOptions load_options(const weft_load_options* given, Diagnostics& errors);

}  // namespace weft
