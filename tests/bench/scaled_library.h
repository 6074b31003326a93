#pragma once

#include <string>

#include "tests/support/temp_dir.h"

namespace weft::testing {

/// Writes a library to `place`: the shipped files below `folder` (relative to shaders/, empty for
/// itself), and `copies` copies of each, whose fragments and graphs are renamed and call each
/// other. `everything.weft` imports all of them.
void write_scaled_library(const TempDir& place, const std::string& folder, int copies);

}  // namespace weft::testing
