#pragma once

#include <string_view>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Returns the names of all demands of a library's profiles, sorted, without duplicates. O(demands
/// · log).
std::vector<std::string_view> demanded_names(const Library& library);

/// Warns about declarations of a material without effect: `unmet-output` for an output whose name
/// is not in `demanded` (sorted), hinting at a similar name, and `unused-parameter` for a parameter
/// that no output transitively reads. If `demanded` is empty, no profile is known and outputs are
/// not checked. Values listed for open ports count as read. Linear in the material's graph, plus
/// the hints.
Diagnostics find_unused(const Library& library, MaterialId material,
                        const std::vector<std::string_view>& demanded);

}  // namespace weft
