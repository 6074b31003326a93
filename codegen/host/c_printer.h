#pragma once

#include <string>

#include "codegen/host/c_names.h"
#include "codegen/host/c_types.h"
#include "codegen/host/host_expressions.h"

namespace weft {

/// The functions of a part of the uniform program in C99, then `body`: the statements that fill the
/// block, to be put between braces. Inputs are read as `in->NAME`, where `in` points to what is
/// called `inputs`; results are written to `block->MEMBER`. What computes is explained in
/// c_mathematics.h; what else is needed, `types` knows.
struct CProgram {
  std::string functions;
  std::string body;
};
CProgram print_c(const HostScope& scope, const HostFunction& function, const std::string& inputs,
                 CTypes& types, CNames& names);

}  // namespace weft
