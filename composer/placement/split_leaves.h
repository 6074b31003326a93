#pragma once

#include "composer/placement/choose_leaf_parts.h"

namespace weft {

/// Makes the parts evaluations, equal ones once, and gives them to the calls instead of what only
/// they needed. Values stay the same to the bit. O(size of the plan and of the split bodies).
void split_leaves(const Library& library, Plan& plan, const LeafParts& parts);

}  // namespace weft
