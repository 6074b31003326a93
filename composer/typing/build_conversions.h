#pragma once

#include "composer/typing/type_inference.h"

namespace weft {

/// Compiles a library's conversions and what it prefers for the search: one rule per conversion, or
/// per choice of the type variables of a generic one. O(conversions).
ConversionSet build_conversions(const Library& library);

}  // namespace weft
