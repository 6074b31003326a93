#pragma once

#include "fragments/model/body.h"

namespace weft {

/// Gives an initial value of zero to every local that is declared without one, unless the
/// statements behind the declaration write all of it before anything reads it; likewise to results
/// that are not written at once, by a statement at the beginning. Neither GLSL nor HLSL zero
/// anything themselves.
void zero_unwritten_locals(Body& body, const class DataTypeTable& types);

}  // namespace weft
