#pragma once

#include <string>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"

namespace weft {

/// The shortest decimal number that round-trips to the same float, always with a point or an
/// exponent: `0.5`, `1.0`, `1e-07`; `inf`, `-inf`, `nan`.
std::string float_text(float value);

/// A value in the syntax of the language: `float3(0.214041, 0.5, 1.0)`, `true`, `Light(…)`.
/// Matrices column by column; arrays as `float[2](…)`.
std::string value_text(const Constant& value, const Library& library);

}  // namespace weft
