#pragma once

#include <string_view>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// The names of what the profiles of a library demand, sorted, each once. O(demands · log).
std::vector<std::string_view> demanded_names(const Library& library);

/// What a material declares without effect, as warnings: `unmet-output` for an output whose name is
/// not among `demanded` (sorted), with the likely one as hint, and `unused-parameter` for a
/// parameter that no output reads, directly or through what it computes. Where nothing is demanded
/// at all, no profile is in sight, and outputs are not judged. What an open input might be stitched
/// to counts as read. Linear in the material's graph, but for the hints.
Diagnostics find_unused(const Library& library, MaterialId material,
                        const std::vector<std::string_view>& demanded);

}  // namespace weft
