#pragma once

#include "fragments/model/body.h"

namespace weft {

/// Zeroes every local declared without an initial value, unless the following statements of its
/// block write all of it before anything reads it (a conservative definite-assignment analysis).
/// Results get an assignment at the start of the body under the same condition. Weft locals start
/// at zero; GLSL and HLSL leave them undefined.
void zero_unwritten_locals(Body& body, const class DataTypeTable& types);

}  // namespace weft
