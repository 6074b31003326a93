#pragma once

#include <string>

#include "fragments/model/library.h"

namespace weft {

/// An `fn` port's type as it is written, without comments on its parameters: `fn(n: float3 {use:
/// normal}) -> float`.
std::string function_text(const Library& library, const FragmentPort& port);

}  // namespace weft
