#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The order in which a fragment stage that discards computes its values: what the test of coverage
/// needs, then what takes derivatives, since these are undefined once neighbors may be gone, then
/// the test, then all other work.
struct EarlyDiscard {
  std::vector<EvaluationId> before;  ///< ascending; inputs are in it too
  std::vector<EvaluationId> after;   ///< ascending
  /// Per evaluation: it stands before the test, and something after it reads it.
  std::vector<bool> is_read_after;
};

/// Divides the evaluations `ids` (ascending, with `uses` readers each) of a fragment stage that
/// discards unless `coverage`.
/// Code that Weft does not read counts as taking derivatives.
/// O(evaluations + inputs), and the bodies of the leaves once.
EarlyDiscard divide_by_discard(const Library& library, const Plan& plan,
                               const std::vector<EvaluationId>& ids,
                               const std::vector<std::uint32_t>& uses, EvaluationId coverage);

}  // namespace weft
