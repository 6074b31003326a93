#pragma once

#include "codegen/namer.h"

namespace weft {

/// Takes from `names` what C++17, the standard headers that generated code includes, or the
/// mathematics in front of it (cpp_mathematics.h) use and neither shading language reserves.
void reserve_cpp_words(Namer& names);

}  // namespace weft
