#pragma once

#include <optional>

#include "composer/evaluations/uniform_program.h"
#include "composer/evaluations/value_code.h"

namespace weft {

/// Compiles a uniform program. Nothing where its expanded text would be too large, or for an
/// assignment to a computed component of a swizzle: the interpreter runs such programs.
/// O(evaluations
/// + expanded bodies).
std::optional<ValueCode> compile_values(const UniformProgram& program);

}  // namespace weft
