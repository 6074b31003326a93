#pragma once

#include "live/session/live_values.h"
#include "live/session/output_state.h"

namespace weft::live {

/// Notes in `answer` how a good result differs from what its output has.
void compare(const ComposedOutput& composed, const EmitOptions& options, const OutputState& shown,
             OutputAnswer& answer);

/// What setting live values did to an output. `is_new`: it has just been composed.
OutputAnswer live_answer(OutputId id, const EmitOptions& options, const LiveValues& live,
                         bool is_new, OutputState& shown);

}  // namespace weft::live
