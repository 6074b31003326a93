#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/compiled_rules.h"

namespace weft {

/// A lower bound on the cost from any type to a goal, the heuristic of a forward A*. Admissible
/// (never more than the true cost) and consistent (along a step it falls by at most the step's
/// cost), so the search finds every minimal chain.
///
/// For each demanded slot it has the true distances of that slot alone, ignoring all other checks.
/// The cost of a conversion that changes several slots is divided among them, each slot taking no
/// more than it needs, so the distances may be added (saturated cost partitioning: Seipp, Keller,
/// Helmert, "Saturated Cost Partitioning for Optimal Classical Planning", JAIR 67, 2020).
///
/// Example: a conversion of difficulty 3 changes `basis` and `space`. If `basis` uses 2 of it,
/// `space` sees it at difficulty 1, so the sum never counts it for more than 3.
class LowerBound {
 public:
  /// `goal`: the demand's checks, none conditional, each slot once; `features`: null treats all as
  /// available. O(transitions of the demanded slots × log).
  LowerBound(const CompiledRules& rules, const std::vector<CoordinateCheck>& goal,
             const Coordinate* source, const FeatureSet* features);

  /// unreachable_cost if some slot alone cannot reach the goal. O(goal).
  Cost operator()(const Coordinate* type) const {
    Cost sum;
    for (const Part& part : parts_) {
      const Cost& cost = part.distance[type[part.slot]];
      if (cost == unreachable_cost) {
        return unreachable_cost;
      }
      sum = sum + cost;
    }
    return sum;
  }

 private:
  struct Part {
    std::uint32_t slot = 0;
    std::vector<Cost> distance;  // per coordinate
  };
  std::vector<Part> parts_;
};

}  // namespace weft
