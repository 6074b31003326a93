#pragma once

#include <optional>

#include "composer/typing/call_typing.h"

namespace weft {

/// Adds the evaluations of a call of a leaf whose overload is chosen: the conversions of its
/// inputs, the features it reads, and the call. Erroneous, and reported, if the values vary more
/// than the leaf permits. For plans without functions; `facts` are filled in if they are missing.
TypedValue emit_call(CallTyping& typing, const PlannedCall& plan, const CallIds& arguments,
                     std::optional<CallFacts>& facts);
/// The same for plans with functions, whose facts depend on what the functions read.
TypedValue emit_call_with_functions(CallTyping& typing, const PlannedCall& plan,
                                    const CallIds& arguments);

}  // namespace weft
