#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

// Values joined to one type: both sides of `? :`, the elements of an array.

namespace weft {

/// Types `condition ? a : b`. `inputs`: the condition, then both sides.
TypedValue type_select(CallTyping& typing, const CallIds& inputs);

/// Types a constructor of an array.
TypedValue type_array(CallTyping& typing, DataType array, const std::vector<TypedValue>& elements);

}  // namespace weft
