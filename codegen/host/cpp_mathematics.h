#pragma once

#include <string_view>

namespace weft {

/// What generated C++ computes with: vectors, matrices, arrays and the intrinsics of the language,
/// with the meaning of fragments/interpreter/operations.h, bit for bit where the compiler does not
/// fuse multiplications with additions. C++17, no dependency but the standard's headers; guarded,
/// so that several generated headers can be included together.
std::string_view cpp_mathematics();

/// The namespace that it is in. Generated code stands in namespaces inside of it, where its names
/// hide those of the standard library.
inline constexpr std::string_view cpp_namespace = "weft_host_1";

}  // namespace weft
