#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"

namespace weft {

/// Prints the material's part of a generated C++17 header: each block as a struct with asserted
/// offsets (host blocks as aliases of the structs in `section`), the uniform program's inputs as
/// `UniformInputs` with the parameters' defaults, and `update(inputs, block)` for each block with
/// results.
std::string cpp_header_declarations(const HeaderSource& source, const HostProgram& host,
                                    const ProfileSection& section);

/// Prints the whole header: the mathematics, the profile's section, `declarations`, the tables
/// (header_tables.h) and the modules.
std::string cpp_header(const HeaderSource& source, const HostProgram& host,
                       const ProfileSection& section, const std::string& declarations,
                       const std::vector<HeaderModule>& modules);

}  // namespace weft
