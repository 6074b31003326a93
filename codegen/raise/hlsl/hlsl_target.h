#pragma once

#include "codegen/print/target_language.h"

namespace weft {

/// HLSL for shader models 5.1 and 6, with the Vulkan attributes that glslang and DXC accept.
const TargetLanguage& hlsl_target();

}  // namespace weft
