#pragma once

#include "codegen/print/target_language.h"

namespace weft {

const Spelling& glsl_spelling();

}  // namespace weft
