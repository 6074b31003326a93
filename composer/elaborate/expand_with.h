#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Expands `value with (feature: …)`: the same graph in an environment with the injected features.
Expanded expand_with(const Expansion& state, InstanceId instance, const WithNode& with);

}  // namespace weft
