#pragma once

#include <string_view>

namespace weft {

/// What generated C computes with: vectors, matrices and the intrinsics of the language, with the
/// meaning of fragments/interpreter/operations.h, bit for bit where the compiler does not fuse
/// multiplications with additions. C99 that C++17 reads too, no dependency but the standard's
/// headers; guarded, so that several generated headers can be included together.
///
/// Functions are called TYPE_NAME for the type of their arguments, `weft_float3_min`; scalars have
/// to be made vectors first, `weft_float3_splat`. A vector is made of parts by a function that says
/// how many components each has: `weft_float4_make_31`. A matrix product names both its operands.
std::string_view c_mathematics();

}  // namespace weft
