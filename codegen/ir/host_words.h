#pragma once

#include "codegen/ir/namer.h"

namespace weft {

/// A scope that holds the words of C++17, C99, their headers and the mathematics (host_math.h) that
/// neither shading language reserves. It never changes: the outer scope of the names in headers.
const Namer& host_words();

/// The same for members of generated structs. Members hide nothing, so only keywords, macros and
/// the templates in their declarations are reserved.
const Namer& member_words();

}  // namespace weft
