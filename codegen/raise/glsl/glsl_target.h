#pragma once

#include "codegen/print/target_language.h"

namespace weft {

/// GLSL 4.50 for Vulkan.
const TargetLanguage& glsl_target();

}  // namespace weft
