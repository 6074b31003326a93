#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/interface.h"
#include "render/error.h"

namespace weft::render {

/// Stores `words`, the value's scalars in the order of a Constant, into the bytes of a block with
/// the member's layout. Arrays may have fewer elements than the member: the rest of the bytes is
/// unchanged. Fails, naming the member, for values of another size and members outside the block.
Rendered<void> store_member(const BlockMember& member, const DataTypeTable& types,
                            const std::vector<StoredStruct>& structs,
                            const std::vector<std::uint32_t>& words,
                            std::vector<std::uint8_t>& block);

}  // namespace weft::render
