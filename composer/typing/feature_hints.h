#pragma once

#include <optional>
#include <string>

#include "composer/evaluations/elaborated.h"

namespace weft {

/// What to do about a missing feature that a fragment reads in order to modify it: what evaluates
/// its port under another value of the feature, from the one that there is. `reader`: the call that
/// asked for it, if it is known; `wanted_at`: where. Empty where no such fragment is at work: then
/// evaluating something inside of one may help, see Elaborator. O(fragments · ports).
std::string modifier_hint(const Library& library, FeatureId feature, const Call* reader,
                          std::optional<Span> wanted_at);

}  // namespace weft
