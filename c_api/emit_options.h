#pragma once

#include <cstdint>

#include "codegen/emit.h"

namespace weft {

/// What a sum of WEFT_GLSL etc. asks for.
EmitOptions emit_options(std::uint32_t outputs);

}  // namespace weft
