#pragma once

#include "composer/elaborate/expansion.h"
#include "composer/elaborate/function_use.h"

namespace weft {

/// Expands a function for the given parameters or injected features, and converts the result to
/// the port's declared type.
Expanded expand_function(const Expansion& state, ClosureId closure, const FunctionUse& use);

/// The default of a function port without argument: returns the first parameter, converted to the
/// port's declared result.
CallId pass_through(const Expansion& state, const FunctionUse& use);

}  // namespace weft
