#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Types a loop. A state has one type in all steps: what both its first and its next value state.
/// The next value is converted to it. Types and rates depend on those of the step before, so both
/// are iterated to a fixed point. `inputs`: the number of steps, then the initial states.
TypedValue type_loop(CallTyping& typing, const LoopCall& call, const TypedInputs& inputs);

}  // namespace weft
