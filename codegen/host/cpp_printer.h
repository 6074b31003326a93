#pragma once

#include <string>
#include <vector>

#include "codegen/host/host_expressions.h"
#include "codegen/host/host_program.h"
#include "codegen/ir/program.h"

namespace weft {

/// The C++ type of a value as bodies see it: `float3`, `array<float3, 16>`, a struct's name.
std::string cpp_type(const Programs& programs, const DataTypeTable& types, DataType type);

/// A literal of a scalar type: `0.5f`, `3u`.
std::string cpp_literal(DataType type, std::uint32_t bits);

/// One part of the uniform program in C++: its functions, and `body`, the statements that fill the
/// block, to be placed between braces. Inputs are read as `in.NAME`, results are written to
/// `block.MEMBER`. The text calls the functions of cpp_mathematics.h.
struct CppProgram {
  std::string functions;
  std::string body;
};
CppProgram print_cpp(const HostScope& scope, const HostFunction& function);

}  // namespace weft
