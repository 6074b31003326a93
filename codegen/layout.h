#pragma once

#include "codegen/interface.h"
#include "fragments/types/data_type.h"

namespace weft {

/// The type as which a value of `type` lies in a block of that kind; see BlockMember. Makes the
/// array types it needs. Nothing for what cannot lie in a block: structs, textures, arrays of
/// arrays.
std::optional<DataType> storage_type(DataType type, BlockKind kind, DataTypeTable& types);

/// bool and its vectors become uint; all else stays. For values between stages.
DataType without_bools(DataType type);

/// Sets offset, size and strides of all members and the size of the block. The members' `stored`
/// types are of storage_type, for which std140 (std430 in storage buffers) and D3D's packing with
/// explicit `packoffset` agree: scalars and vectors at multiples of their (rounded) size within 16
/// bytes, matrices as columns of 16 bytes, arrays of 16-byte elements. OpenGL 4.5 section 7.6.2.2.
void lay_out(Block& block, const DataTypeTable& types);

}  // namespace weft
