#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/host/c_names.h"
#include "codegen/interface/reflection.h"
#include "codegen/ir/program.h"

namespace weft {

/// A module to embed in a header: its name, `vertex_spirv`, and its words.
struct HeaderModule {
  std::string name;
  std::vector<std::uint32_t> words;
};

/// Declarations in C, and what a namespace of C++ adds: shorter names for the same constants.
struct HeaderTables {
  std::string in_c;
  std::string in_cpp;
};

/// The bindings and contents of a material's shaders as constants: sets and bindings as
/// enumerators; tables of blocks, textures, samplers, attributes, targets and parameters; of
/// threads what they write, states and their arrangement; then the modules. The table names must
/// have been reserved with reserve_table_names(). O(interface + parameters + words).
HeaderTables material_tables(const Programs& programs, const Reflection& reflection, CNames& names,
                             const std::vector<HeaderModule>& modules);

/// The tables that a profile alone determines: bindings and blocks, attributes, targets.
/// `reflection` has no textures, samplers or parameters.
HeaderTables profile_tables(const Programs& programs, const Reflection& reflection, CNames& names);

/// Reserves the names of the tables that every header has. Call it before any other name is
/// requested.
void reserve_table_names(CNames& names);

/// The names that a namespace of C++ declares for tables, bindings, inputs and updates. Structs and
/// blocks in it must have others.
const std::vector<std::string_view>& namespace_names();

}  // namespace weft
