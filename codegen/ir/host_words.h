#pragma once

#include "codegen/ir/namer.h"

namespace weft {

/// Takes from `names` what C++17, C99, the standard headers that generated code includes, or the
/// mathematics in front of it (cpp_mathematics.h, c_mathematics.h) use and neither shading language
/// reserves.
void reserve_host_words(Namer& names);

/// The same for members of generated structs, which hide nothing: keywords, macros, and the
/// templates that members are declared by.
void reserve_member_words(Namer& names);

}  // namespace weft
