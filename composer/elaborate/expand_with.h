#pragma once

#include <optional>

#include "composer/elaborate/expansion.h"

namespace weft {

/// The environment of the value of a `with` node that is read in the instance: that of the instance
/// with the injected features. Nothing while an injected value is missing.
std::optional<EnvironmentId> injected_environment(const Expansion& state, InstanceId instance,
                                                  const WithNode& with);

/// Expands `value with (feature: …)`: the same graph in an environment with the injected features.
Expanded expand_with(const Expansion& state, InstanceId instance, const WithNode& with);

}  // namespace weft
