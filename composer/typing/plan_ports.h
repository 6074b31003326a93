#pragma once

#include "composer/typing/call_site.h"

namespace weft {

/// Binds the type and trait variables of a candidate and plans the conversion at every port, for
/// the least lossy steps, then the least difficulty × runs. Tries the combinations of values that
/// trait variables may take, and of settlements where operands disagree (settling.h).
Matched<PlannedCall> plan_call(const TypingContext& in, const CallSite& site);

}  // namespace weft
