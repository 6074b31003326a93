#pragma once

#include <string>

namespace weft::testing {

/// The source of a material `m` for its profile `p` whose parameter `gain` feeds n decodings of
/// sRGB colors, each with a parameter of its own and a place in a block.
std::string dependent_values(int n);

}  // namespace weft::testing
