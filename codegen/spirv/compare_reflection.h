#pragma once

#include <string>
#include <vector>

#include "codegen/interface/reflection.h"
#include "codegen/spirv/spirv_reflection.h"

namespace weft {

/// Compares our reflection of a stage with what its SPIR-V module declares: sets, bindings,
/// locations, offsets, strides and types, and anything missing on either side. Returns one line per
/// difference, so an empty result means agreement.
std::vector<std::string> compare_reflection(const Reflection& ours, Stage stage,
                                            ShadingLanguage language,
                                            const SpirvReflection& module);

}  // namespace weft
