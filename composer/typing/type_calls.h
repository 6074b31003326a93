#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Types a call by name. If its arguments leave the types of the chosen overload open, the value is
/// open until the consumers decide (open_types.h).
TypedValue type_invoke(CallTyping& typing, const InvokeCall& call, const CallIds& inputs);

}  // namespace weft
