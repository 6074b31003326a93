#pragma once

#include <string_view>

namespace weft {

/// The runtime that generated C calls: vectors, matrices and the intrinsics of the language.
/// Results match fragments/interpreter/operations.h bit for bit, unless the compiler contracts a
/// multiplication and an addition into an FMA. C99 that also compiles as C++17 and needs only the
/// standard headers. An include guard lets a program include several generated headers.
///
/// C has no overloading, so functions are named TYPE_NAME after their argument type:
/// `weft_float3_min`. Scalar operands are first splatted: `weft_float3_splat`. A constructor from
/// parts spells the component count of each part: `weft_float4_make_31`. A matrix product names
/// both operand types.
std::string_view c_mathematics();

}  // namespace weft
