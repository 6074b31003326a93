#pragma once

#include "codegen/print/target_language.h"

namespace weft {

const Spelling& hlsl_spelling();

}  // namespace weft
