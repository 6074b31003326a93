#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"

namespace weft {

/// A generated header in C99, which C++17 reads too. All its names begin with `MATERIAL_PROFILE_`:
/// - each block is a struct `…_Material` whose offsets are asserted (one of the host alone another
///   name for what `section` declares), and `…_Material_default()` gives one with the parameters'
///   defaults;
/// - what the uniform program reads is `…_UniformInputs`, likewise with
/// `…_UniformInputs_default()`,
///   and `…_Material_update(&block, &inputs)` computes the results of a block;
/// - what there is to bind and to fill are the tables of c_tables.h, and the modules.
std::string c_header(const HeaderSource& source, const HostProgram& host,
                     const ProfileSection& section, const std::vector<HeaderModule>& modules);

}  // namespace weft
