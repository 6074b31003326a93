#pragma once

#include <string>

#include "codegen/host/c_names.h"
#include "codegen/host/c_types.h"
#include "codegen/host/host_expressions.h"

namespace weft {

/// One part of the uniform program in C99: its functions, and `body`, the statements that fill the
/// block, to be placed between braces. Inputs are read as `in->NAME`, where `in` is a pointer to
/// the type named `inputs`; results are written to `block->MEMBER`. The text calls the functions of
/// weft/host_math.h and the definitions collected in `types`.
struct CProgram {
  std::string functions;
  std::string body;
};
CProgram print_c(const HostScope& scope, const HostFunction& function, const std::string& inputs,
                 CTypes& types, CNames& names);

}  // namespace weft
