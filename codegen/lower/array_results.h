#pragma once

#include "codegen/ir/program.h"

namespace weft {

/// Changes the function to return through an out parameter, a local called `name` in its body. For
/// arrays, which HLSL functions cannot return.
void return_by_parameter(Function& function, NameId name);

}  // namespace weft
