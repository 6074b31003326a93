#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/compiled_rules.h"

namespace weft {

/// A bound from below on the cost from any type to a goal, which makes the search go where the goal
/// is and still find every minimal chain: never more than the true cost, and consistent (it falls
/// by at most a step's cost along that step).
///
/// For each demanded slot the true distances of that slot alone, as if nothing else were ever
/// matched; the cost of a conversion that changes several slots is divided among them, each slot
/// taking no more than it needs, so the distances may be added (saturated cost partitioning: Seipp,
/// Keller, Helmert, «Saturated Cost Partitioning for Optimal Classical Planning», JAIR 67, 2020).
class LowerBound {
 public:
  /// `goal` are the demand's checks, none conditional, each slot once; `features` null: all count
  /// as available. O(transitions of the demanded slots × log).
  LowerBound(const CompiledRules& rules, const std::vector<CoordinateCheck>& goal,
             const Coordinate* source, const FeatureSet* features);

  /// unreachable_cost if even the slots by themselves cannot reach the goal. O(goal).
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
