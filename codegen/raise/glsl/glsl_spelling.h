#pragma once

#include "codegen/print/target_language.h"

namespace weft {

const Spelling& glsl_spelling();
/// The same where floats are float16 (GL_EXT_shader_explicit_arithmetic_types_float16).
const Spelling& glsl_float16_spelling();

}  // namespace weft
