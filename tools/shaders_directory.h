#pragma once

#include <string>

namespace weft::tools {

/// Where the shipped library's files lie: `../share/weft/shaders` as seen from the executable where
/// Weft is installed, else the source tree that it was built from.
std::string shaders_directory();

}  // namespace weft::tools
