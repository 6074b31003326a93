#pragma once

#include <string>

#include "codegen/header_tables.h"
#include "codegen/host_program.h"
#include "codegen/reflection.h"
#include "composer/plan.h"

namespace weft {

/// MATERIAL.PROFILE.h: what a program in C++ needs to use the shaders. Each block as a struct whose
/// offsets are asserted, what the uniform program reads as `UniformInputs` with the parameters'
/// defaults, and one `update(inputs, block)` per block that has results of it; what there is to bind
/// and to fill as tables, and the modules as arrays (header_tables.h). C++17, no dependency but the
/// standard's headers. `reflection` is that of the programs.
std::string generated_header(const Library& library, const PlacedPlan& placed,
                             const Programs& programs, const Reflection& reflection,
                             const HostProgram& host,
                             const std::vector<HeaderModule>& modules);

}  // namespace weft
