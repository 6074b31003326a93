#pragma once

#include <cstddef>

namespace weft {

/// The maximum number of names in a feature's path (`a.b.c` has three). It bounds the lookups that
/// decide which prefix of `a.b.c.d.e` names a feature, however many features or members there are.
inline constexpr std::size_t most_feature_names = 16;

}  // namespace weft
