#pragma once

#include <cstddef>
#include <cstdint>

#include "codegen/spirv/spirv.h"

namespace weft::testing {

/// What one stage computes. Labels, variables and the frames of functions are no instructions. A
/// loop has its header, its body and its continue block, and counts as one of its steps.
struct ModuleCounts {
  std::size_t instructions = 0;
  std::size_t in_loops = 0;      ///< of the instructions, those in loops
  std::uint64_t operations = 0;  ///< by the table of docs/operations.md
};

/// Counts a valid module with one function, which is what optimize_for_speed leaves of a shader.
ModuleCounts count_module(const SpirvModule& module);

/// The components that a fragment stage reads of interpolated values, flat ones included.
std::uint32_t interpolated_components(const SpirvModule& fragment);

}  // namespace weft::testing
