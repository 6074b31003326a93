#pragma once

#include "codegen/ir/namer.h"

namespace weft {

/// Reserves in `names` the words of C++17, C99, their headers and the mathematics
/// (cpp_mathematics.h, c_mathematics.h) that neither shading language reserves.
void reserve_host_words(Namer& names);

/// The same for members of generated structs. Members hide nothing, so only keywords, macros and
/// the templates in their declarations are reserved.
void reserve_member_words(Namer& names);

}  // namespace weft
