#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Returns a feature as seen in a context: injected, provided (and interpolated where needed) or
/// expanded from its definition. An erroneous call if it is not available; `wanted_at` is the
/// position of the report.
Expanded expand_feature(const Expansion& state, FeatureId feature, CallContext context,
                        std::optional<Span> wanted_at);

/// Returns a feature as the host has it, in its own clip space: what the profile provides or
/// defines. Not for features that are injected.
Expanded expand_host_value(const Expansion& state, FeatureId feature, Stage stage,
                           std::optional<Span> wanted_at);

}  // namespace weft
