#pragma once

#include <string>

#include "composer/evaluations/plan.h"

namespace weft {

/// `binding 'n'`, `result 2 of 'n'`, `feature 'surface.normal'`, `the default`.
std::string stitch_source_text(const Library& library, const StitchSource& source);
/// `ggx.n`: the open port.
std::string stitch_consumer_text(const Library& library, const StitchDecision& decision);
/// Why a source was rejected: `binding 'm': difficulty 3 against 1`. `types` are Plan::types.
std::string refused_stitch_text(const Library& library, const TypeInterner& types,
                                const StitchDecision& decision, const RefusedStitch& refused);

}  // namespace weft
