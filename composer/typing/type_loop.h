#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Types a loop. A state has one type in every step: what its first value states and its next value
/// does too, to which the next value is converted. A state that varies may make
/// others vary in the next step, so rates are iterated to a fixed point. `inputs`: the number of
/// steps, then the initial states.
TypedValue type_loop(CallTyping& typing, const LoopCall& call, const TypedInputs& inputs);

}  // namespace weft
