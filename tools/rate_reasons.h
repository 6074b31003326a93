#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

// A rate is the join of the rates of the inputs, unless the operation (a derivative) or its
// consumer needs a higher one. So the reason for a rate is a path in the plan: from a value through
// inputs of the same rate to the feature, parameter or operation where it originates.

namespace weft::tools {

/// Why an evaluation has its rate.
struct RateReason {
  /// The input with the same rate; nothing if the evaluation itself determines the rate.
  std::optional<EvaluationId> input;
  /// The origin of the rate, in words: `surface.normal, interpolated`, `param tint`.
  std::string cause;
};

/// Per evaluation. O(evaluations + inputs).
std::vector<RateReason> rate_reasons(const Library& library, const PlacedPlan& placed);

}  // namespace weft::tools
