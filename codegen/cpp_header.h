#pragma once

#include <string>

#include "codegen/header_source.h"

namespace weft {

/// The beginning of a generated header in C++17: whose it is, and the mathematics, which are the
/// same in all.
std::string cpp_header_begin(const HeaderSource& source);

/// What is the material's own: each block as a struct whose offsets are
/// asserted, what the uniform program reads as `UniformInputs` with the parameters' defaults, and
/// one `update(inputs, block)` per block that has results of it.
std::string cpp_header_declarations(const HeaderSource& source, const HostProgram& host);

/// What stands behind its tables (header_tables.h).
std::string cpp_header_end(const HeaderSource& source);

}  // namespace weft
