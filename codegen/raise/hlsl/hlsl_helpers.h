#pragma once

#include "codegen/raise/helper_functions.h"

namespace weft {

/// See MakeHelper.
Function hlsl_helper(HelperList& helpers, const HelperKey& key);

}  // namespace weft
