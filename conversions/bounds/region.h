#pragma once

#include <cstdint>

namespace weft {

/// The set of coordinates of one slot that a subgoal accepts, packed into one integer:
///   2 v + z        the subtree of v, plus 0 (absent) if z
///   z              (v = 0) every value, plus 0 if z; so 1 accepts everything
///   2 width + 1    only 0
using Region = std::uint32_t;
inline constexpr Region any_region = 1;

}  // namespace weft
