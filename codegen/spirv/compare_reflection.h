#pragma once

#include <string>
#include <vector>

#include "codegen/interface/reflection.h"
#include "codegen/spirv/spirv_reflection.h"

namespace weft {

/// Every way in which what we declare of a stage differs from what its module declares: sets,
/// bindings, locations, offsets, strides, types; and what either has that the other lacks. Empty if
/// they agree. One line of text per difference.
std::vector<std::string> compare_reflection(const Reflection& ours, Stage stage,
                                            ShadingLanguage language,
                                            const SpirvReflection& module);

}  // namespace weft
