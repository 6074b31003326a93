#pragma once

#include <string>

namespace weft {

/// Where the library that ships lies: with the shared library that this code is in, or the program;
/// else in the sources that it was built from.
std::string shipped_shaders();

}  // namespace weft
