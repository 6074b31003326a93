#pragma once

#include <vector>

#include "composer/demanded_values.h"
#include "composer/typing/collect_reports.h"
#include "composer/typing/typed_calls.h"

namespace weft {

/// Adds to each report of a refused feature, or of a call that its stage does not allow, the
/// shortest path from an output.
void explain_refusals(const Composition& composition, const Elaborator& elaborator,
                      const TypedCalls& calls, const std::vector<DemandedCall>& outputs,
                      std::vector<CollectedReport>& reports);

}  // namespace weft
