#pragma once

#include <string>

namespace weft::tools {

/// The folder of the shipped library: `share/weft/shaders` under the installation prefix, else in
/// the source tree of this build.
std::string shaders_directory();

}  // namespace weft::tools
