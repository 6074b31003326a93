#pragma once

#include <vector>

#include "conversions/table/compiled_table.h"

namespace weft {

/// A link in the search's terms: source type, goal, and the rules it may use. Refers to a
/// CompiledTable.
struct SearchProblem {
  const Slots& slots;
  const CompiledRules& rules;
  const RuleIndex& index;
  const Facts& facts;
  const FeatureSet& available;
  std::vector<Coordinate> source;
  /// One per demanded trait and the data type; none conditional.
  std::vector<CoordinateCheck> goal;
  const std::vector<bool>* only = nullptr;  ///< per rule: whether it may be used

  bool may_use(std::uint32_t rule) const {
    return (only == nullptr || (*only)[rule]) && rules.available(rule, available);
  }
  bool is_goal(const Coordinate* type) const {
    for (const CoordinateCheck& check : goal) {
      if (!check.meets(type[check.slot])) {
        return false;
      }
    }
    return true;
  }
};

/// `decided` must have no conditional entries. The problem refers to `table` and `available`.
SearchProblem make_problem(const CompiledTable& table, const SemanticType& source,
                           const Demand& decided, const FeatureSet& available);

}  // namespace weft
