#pragma once

#include "composer/typing/call_typing.h"

namespace weft {

/// Adds to the value of a call the environment that its anchored traits refer to.
TypedValue placed(const TypingContext& in, TypedValue value, const Call& call);

}  // namespace weft
