#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/ir/interface.h"

namespace weft {

/// Gives each varying its slot, component and location, and makes the slots, named after the
/// varyings: no other assignment takes fewer locations. Values share a slot if both are smooth or
/// both flat, and of one kind of scalar; matrices have theirs alone, one location per column. Slots
/// stand in the order of the first varying in them, from `first_location` on. O(varyings).
void pack_varyings(std::vector<Varying>& varyings, std::vector<VaryingSlot>& slots,
                   std::uint32_t first_location);

/// How a varying is written in a slot that is called `slot`: `slot` itself, or `slot.zw`.
std::string varying_text(const Varying& varying, const VaryingSlot& declared, std::string slot);

}  // namespace weft
