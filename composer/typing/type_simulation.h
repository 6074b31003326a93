#pragma once

#include "composer/typing/call_typing.h"

namespace weft {

/// A state of a simulation has the data type that is declared, the guarantees that are declared,
/// and the meanings of its first value. Each step keeps them, or it is an error.
TypedValue type_state(CallTyping& typing, const StateCall& call, const TypedInputs& inputs);
/// The first value of a state or, converted to the state's type, the next one.
TypedValue type_step(CallTyping& typing, const StepCall& call, const TypedInputs& inputs);

}  // namespace weft
