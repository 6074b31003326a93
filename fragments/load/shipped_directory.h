#pragma once

#include <string>

namespace weft {

/// Returns the directory of the shipped library (for LoadOptions::shipped_directories), relative to
/// an installed program or shared library `file`: `share/weft/shaders` in one of the three
/// directories above that of `file`, nearest first, symbolic links resolved. So PREFIX/bin/weft,
/// PREFIX/lib/libweft.so and PREFIX/lib/x86_64-linux-gnu/libweft.so find it wherever the prefix is
/// moved. Empty if there is none.
std::string shipped_directory_beside(const std::string& file);

}  // namespace weft
