#pragma once

#include <vector>

#include "composer/elaborate/expansion.h"

namespace weft {

/// Expands a loop: the number of steps and the initial states, converted to their declared types.
Expanded expand_loop(const Expansion& state, InstanceId instance, const LoopNode& loop,
                     Origin origin);

/// Expands one step of a loop, inside a function of that level: the next states, converted to their
/// declared types, from the current ones. Nothing while one is missing.
std::optional<std::vector<CallId>> expand_step(const Expansion& state, const LoopCall& loop,
                                               const std::vector<CallId>& states,
                                               std::uint32_t level, Stage stage);

}  // namespace weft
