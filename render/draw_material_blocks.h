#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/interface.h"
#include "render/error.h"

namespace weft::render {

/// Stores `words`, the value's scalars in order as in a Constant, in the bytes of a block as the
/// member says. Arrays may be given fewer elements than there is room for: the rest stays as it is.
/// Fails, naming the member, for values of another size and where the member leaves the block.
Rendered<void> store_member(const BlockMember& member, const DataTypeTable& types,
                            const std::vector<StoredStruct>& structs,
                            const std::vector<std::uint32_t>& words,
                            std::vector<std::uint8_t>& block);

}  // namespace weft::render
