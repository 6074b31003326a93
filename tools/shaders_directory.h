#pragma once

#include <string>

namespace weft::tools {

/// Where the shipped library's files lie: in `share/weft/shaders` of the prefix where
/// Weft is installed, else the source tree that it was built from.
std::string shaders_directory();

}  // namespace weft::tools
