#pragma once

#include "codegen/ir/helper_key.h"
#include "codegen/raise/helper_functions.h"

namespace weft {

/// The functions of bits that HLSL lacks: floats in the bits of a uint, and fields of bits.
Function hlsl_bit_function(const HelperKey& key);
/// HLSL has no product of a column and a row.
Function hlsl_outer_product(const HelperKey& key);

}  // namespace weft
