#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Per call to split, in order of ids: the expressions of its body that become parts, sorted.
using LeafParts = std::vector<std::pair<EvaluationId, std::vector<BodyExprId>>>;

/// The evaluations that compute the parts of a split plan.
class SplitEvaluations {
 public:
  struct Entry {
    EvaluationId call;  ///< of the plan before
    BodyExprId value;
    EvaluationId part;
  };

  SplitEvaluations() = default;
  /// `entries`: sorted by call and value.
  explicit SplitEvaluations(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  /// Nothing if nothing needs the part. `call`: of the plan before. O(log parts).
  std::optional<EvaluationId> find(EvaluationId call, BodyExprId value) const;

 private:
  std::vector<Entry> entries_;
};

/// Makes the parts evaluations, equal ones once, and gives them to the calls instead of what only
/// they needed. Values stay the same to the bit. O(size of the plan and of the split bodies).
SplitEvaluations split_leaves(const Library& library, Plan& plan, const LeafParts& parts);

}  // namespace weft
