#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Adds the evaluations of a call of a leaf whose overload is chosen: the conversions of its
/// inputs, the features it reads, and the call. Erroneous, and reported, if the values vary more
/// than the leaf permits.
TypedValue emit_call(CallTyping& typing, const PlannedCall& plan,
                     const std::vector<CallId>& inputs);

}  // namespace weft
