#pragma once

#include <string>
#include <string_view>

#include "codegen/ir/namer.h"

namespace weft {

/// A scope that holds the words of C++17, C99, their headers and the mathematics (host_math.h) that
/// neither shading language reserves. It never changes: the outer scope of the names in headers.
const Namer& host_words();

/// The name for a namespace: a keyword or macro of C++ gets a number appended. Words of the shading
/// languages alone stay (`buffer`).
std::string host_namespace(std::string_view name);

/// As host_words() for members of generated structs. Members hide nothing, so only keywords, macros
/// and the templates in their declarations are reserved.
const Namer& member_words();

}  // namespace weft
