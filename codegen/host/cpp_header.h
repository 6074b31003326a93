#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"

namespace weft {

/// What is the material's own in a generated header in C++17: each block as a struct whose offsets
/// are asserted (those of the host as other names for what `section` declares), what the uniform
/// program reads as `UniformInputs` with the parameters' defaults, and one `update(inputs, block)`
/// per block that has results of it.
std::string cpp_header_declarations(const HeaderSource& source, const HostProgram& host,
                                    const ProfileSection& section);

/// The whole header: around the declarations the mathematics, the section of the profile, the
/// tables (header_tables.h) and the modules.
std::string cpp_header(const HeaderSource& source, const HostProgram& host,
                       const ProfileSection& section, const std::string& declarations,
                       const std::vector<HeaderModule>& modules);

}  // namespace weft
