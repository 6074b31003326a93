#pragma once

#include "composer/typing/call_typing.h"

namespace weft {

/// Types a call of any kind, whose inputs are typed.
TypedValue type_call(CallTyping& typing, const Call& call);

}  // namespace weft
