#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/ir/interface.h"

namespace weft {

/// Packs varyings into slots (bin packing into vec4s, exact because all sizes are 1 to 4) and sets
/// slot, component and location. No other assignment uses fewer locations. A slot is shared only by
/// values that are all smooth or all flat and of one scalar kind. A matrix has its own slot, with
/// as many locations as its larger dimension. Slots are ordered by their first varying, start at
/// `first_location`, and are named after their varyings. O(n log n) in varyings.
void pack_varyings(std::vector<Varying>& varyings, std::vector<VaryingSlot>& slots,
                   std::uint32_t first_location);

/// Whether a varying is some components of its slot.
bool shares_slot(const Varying& varying, const std::vector<VaryingSlot>& slots);

/// The text of a varying in a slot called `slot`: `slot` itself, or `slot.zw`.
std::string varying_text(const Varying& varying, const VaryingSlot& declared, std::string slot);

}  // namespace weft
