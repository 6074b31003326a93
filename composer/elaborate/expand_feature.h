#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Returns a feature as seen in a context: injected, provided (and interpolated where needed) or
/// expanded from its definition. An erroneous call if it is not available; `wanted_at` is the
/// position of the report.
Expanded expand_feature(const Expansion& state, FeatureId feature, CallContext context,
                        std::optional<Span> wanted_at);

}  // namespace weft
