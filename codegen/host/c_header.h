#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_files.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"

namespace weft {

/// Prints the generated C99 header, which also compiles as C++17. All its names begin with
/// `MATERIAL_PROFILE_`:
/// - Each block is a struct `…_Material` with asserted offsets, and `…_Material_default()` returns
///   one filled with the parameters' defaults. A block that the host alone fills is a typedef of
///   the struct declared in `section`.
/// - The inputs of the uniform program are `…_UniformInputs` with `…_UniformInputs_default()`;
///   `…_Material_update(&block, &inputs)` computes the results in a block.
/// - The tables of c_tables.h list bindings and contents; the SPIR-V modules follow.
std::string c_header(const HeaderSource& source, const HostProgram& host,
                     const ProfileSection& section, HostFiles files,
                     const std::vector<HeaderModule>& modules);

}  // namespace weft
