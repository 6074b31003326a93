#pragma once

#include "fragments/model/body.h"

namespace weft {

/// Whether a conversion's body returns its port multiplied by float constants: `x`, `-x`, `x *
/// 0.01`, `x / 180.0 * float3(1.0, 2.0, 0.5)`. Such bodies commute with each other up to rounding.
/// Sufficient, not necessary. O(expressions).
bool is_scaling(const Body& body);

}  // namespace weft
