#pragma once

#include <string>

namespace weft {

/// The folder of the shipped library: installed beside the shared library or program that contains
/// this code, otherwise in the source tree that it was built from.
std::string shipped_shaders();

}  // namespace weft
