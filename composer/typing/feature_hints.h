#pragma once

#include <optional>
#include <string>

#include "composer/evaluations/elaborated.h"

namespace weft {

/// Suggests a fix for a missing feature that a fragment reads only to modify it: using a fragment
/// that evaluates its port with a new value of the feature, computed from the old one. `reader`:
/// the call that read it, if known; `wanted_at`: where. Empty if no such fragment is involved; then
/// evaluating inside an injector may help (see Elaborator). O(fragments × ports).
std::string modifier_hint(const Library& library, FeatureId feature, const Call* reader,
                          std::optional<Span> wanted_at);

}  // namespace weft
