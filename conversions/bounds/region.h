#pragma once

#include <cstdint>

namespace weft {

/// Which coordinates of one slot are wanted: the subtree of a value, with or without 0 (absent).
///   2 v + z        the subtree of v, and 0 if z
///   z              (v = 0) every value, and 0 if z; 1 wants nothing
///   2 width + 1    0 alone
using Region = std::uint32_t;
inline constexpr Region any_region = 1;

}  // namespace weft
