#pragma once

#include <string_view>

#include "codegen/ir/program.h"

namespace weft {

/// Renames the functions, parameters and locals whose names the language reserves: a `_` is
/// appended until the name is free in the whole program. Namer already avoids the words of the
/// shipped languages; this is for others. Native code keeps its names.
void rename_words(Program& program, bool (*is_reserved)(std::string_view));

}  // namespace weft
