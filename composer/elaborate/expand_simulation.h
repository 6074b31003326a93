#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Expands a state as the last step left it, at the place of an element that the environment may
/// inject. Profiles that store no states are errors.
Expanded expand_state(const Expansion& state, InstanceId instance, const StateNode& node,
                      Origin origin);
/// Expands a state after this step.
Expanded expand_step_of_simulation(const Expansion& state, InstanceId instance,
                                   const StepNode& node, Origin origin);
/// Expands all states of a simulation after this step.
Expanded expand_simulation(const Expansion& state, InstanceId instance, const SimulationNode& node,
                           Origin origin);

}  // namespace weft
