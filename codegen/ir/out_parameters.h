#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// The locals that are out parameters of a function with several results, in result order; none for
/// a function that returns its result.
std::vector<std::uint32_t> out_parameters(const Function& function);

}  // namespace weft
