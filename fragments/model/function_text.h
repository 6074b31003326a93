#pragma once

#include <string>

#include "fragments/model/library.h"

namespace weft {

/// Prints the type of an `fn` port as in source, without comments on its parameters: `fn(n: float3
/// {use: normal}) -> float`.
std::string function_text(const Library& library, const FragmentPort& port);

}  // namespace weft
