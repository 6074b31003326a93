#pragma once

#include <cstddef>

namespace weft {

/// Names in the longest path that a feature may have (`a.b.c` has three): how much of `a.b.c.d.e`
/// names a feature is found by looking up that many paths at most, however many features or members
/// there are.
inline constexpr std::size_t most_feature_names = 16;

}  // namespace weft
