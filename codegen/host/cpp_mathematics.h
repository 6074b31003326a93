#pragma once

#include <string_view>

namespace weft {

/// The runtime that generated C++ calls: vectors, matrices, arrays and the intrinsics of the
/// language. Results match fragments/interpreter/operations.h bit for bit, unless the compiler
/// contracts a multiplication and an addition into an FMA. C++17 that needs only the standard
/// headers. An include guard lets a program include several generated headers.
std::string_view cpp_mathematics();

/// The namespace of the mathematics. Generated code lives in nested namespaces, where its names
/// hide those of the standard library.
inline constexpr std::string_view cpp_namespace = "weft_host_1";

}  // namespace weft
