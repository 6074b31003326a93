#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft::tools {

/// Why an evaluation is computed as often as it is.
struct RateReason {
  /// The input that is computed as often itself; nothing where the reason is the evaluation's own.
  std::optional<EvaluationId> input;
  /// Where that comes from in the end, in words: `surface.normal, interpolated`, `param tint`.
  std::string cause;
};

/// Per evaluation. O(evaluations + inputs).
std::vector<RateReason> rate_reasons(const Library& library, const PlacedPlan& placed);

}  // namespace weft::tools
