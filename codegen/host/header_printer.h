#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_files.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"

namespace weft {

/// Prints the header of a material: C99 that C++17 reads too. C has no namespaces, so all names
/// begin with `MATERIAL_PROFILE_`:
/// - Each block is a struct `…_Material` with asserted offsets, and `…_Material_default()` returns
///   one filled with the parameters' defaults. A block that the host alone fills is a typedef of
///   the struct declared in `section`.
/// - The inputs of the uniform program are `…_UniformInputs` with `…_UniformInputs_default()`;
///   `…_Material_update(&block, &inputs)` computes the results in a block.
/// - The tables of header_tables.h list bindings and contents; the SPIR-V modules follow.
///
/// For C++ a namespace `MATERIAL_PROFILE` follows. Its structs derive from those of C and begin
/// with the defaults; `update(inputs, block)` is overloaded; bindings and tables have short names.
/// It holds no other code: what C computes is what C++ computes.
std::string print_header(const HeaderSource& source, const HostProgram& host,
                         const ProfileSection& section, HostFiles files,
                         const std::vector<HeaderModule>& modules);

/// The blocks and the uniform program of that header in C, an input of the content hash.
std::string header_declarations(const HeaderSource& source, const HostProgram& host,
                                const ProfileSection& section);

}  // namespace weft
