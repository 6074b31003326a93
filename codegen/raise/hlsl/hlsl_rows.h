#pragma once

#include <string>

#include "codegen/raise/raise_body.h"

// Blocks that HLSL declares as rows (has_hlsl_rows() in codegen/interface/layout.h):
// `StructuredBuffer<uint4> lights`. Their members are read from the bits of rows. uints, since a
// register of floats may flush those of ints to zero.
//
//   lights.count           asint(lights[0].x)
//   lights.direction[i]    lights_direction(i), a helper that returns asfloat(lights[i + 1])
//   lamps.all[i].color     lamps_all_color(i)

namespace weft {

/// A matrix from the texts of its columns, `a, b`: HLSL constructs matrices from rows.
std::string hlsl_matrix_of_columns(DataType type, const std::string& columns);

/// A scalar, vector or matrix of such a block. Empty for arrays and structs.
std::string hlsl_row_symbol(const Block& block, const BlockMember& member);

/// Replaces reads of parts of arrays and structs of such blocks by calls of Helper::BlockPart. An
/// array that is used whole is copied to a local first.
void read_parts_of_rows(HelperList& helpers, NamedBody& body);

/// The function for Helper::BlockPart: `float4 lights_direction(int i)`.
Function hlsl_block_part(HelperList& helpers, const HelperKey& key);

}  // namespace weft
