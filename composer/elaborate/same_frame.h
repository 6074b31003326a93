#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Whether injecting `value` keeps the frame of values anchored to the feature. Conservative: true
/// if nothing is anchored to it, or if `value` is provably the feature itself, scaled and shifted.
/// Nothing while a graph below the value, which was to be typed apart, is not expanded.
std::optional<bool> is_same_frame(const Expansion& state, FeatureId feature, CallId value,
                                  CallContext context);

}  // namespace weft
