#pragma once

#include <string>
#include <vector>

#include "codegen/host/host_expressions.h"
#include "codegen/host/host_program.h"
#include "codegen/ir/program.h"

namespace weft {

/// The C++ type of a value that bodies see: `float3`, `array<float3, 16>`, a struct's name.
std::string cpp_type(const Programs& programs, const DataTypeTable& types, DataType type);

/// A literal of a scalar type: `0.5f`, `3u`.
std::string cpp_literal(DataType type, std::uint32_t bits);

/// The functions of a part of the uniform program, then `body`: the statements that fill the block,
/// to be put between braces. Inputs are read as `in.NAME`, results are written to `block.MEMBER`.
/// What computes is explained in cpp_mathematics.h.
struct CppProgram {
  std::string functions;
  std::string body;
};
CppProgram print_cpp(const HostScope& scope, const HostFunction& function);

}  // namespace weft
