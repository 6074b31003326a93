#pragma once

#include <string>

namespace weft {

/// Where the library that ships lies (a LoadOptions::shipped_directories) for a program or shared
/// library that is installed with it: `share/weft/shaders` in one of the three directories above
/// that of `file`, nearest first, symbolic links resolved; so PREFIX/bin/weft,
/// PREFIX/lib/libweft.so and PREFIX/lib/x86_64-linux-gnu/libweft.so find it wherever the prefix was
/// moved. Empty if there is none.
std::string shipped_directory_beside(const std::string& file);

}  // namespace weft
