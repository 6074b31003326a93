#pragma once

#include "composer/typing/planned_call.h"

namespace weft {

/// Compiles a library's conversions and preferences into a table for the search. A generic
/// conversion becomes one rule per instantiation of its type variables. O(conversions).
ConversionSet build_conversions(const Library& library);

}  // namespace weft
