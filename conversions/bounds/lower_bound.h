#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

/// A lower bound on the weight from any type to a goal, the heuristic of a forward A*. Admissible
/// (never more than the true weight) and consistent (along a step it falls by at most the step's
/// weight), so the search finds every minimal chain.
///
/// For each demanded slot it has the true distances of that slot alone, ignoring all other checks.
/// The weight of a conversion that changes several slots is divided among them, each slot taking no
/// more than it needs, so the distances may be added (saturated cost partitioning: Seipp, Keller,
/// Helmert, "Saturated Cost Partitioning for Optimal Classical Planning", JAIR 67, 2020).
///
/// Example: a conversion of difficulty 3 changes `basis` and `space`. If `basis` uses 2 of it,
/// `space` sees it at difficulty 1, so the sum never counts it for more than 3.
class LowerBound {
 public:
  /// For the problem's goal; `features`: null treats all as available. O(transitions of the
  /// demanded slots × log).
  LowerBound(const SearchProblem& problem, const FeatureSet* features);

  /// unreachable_weight if some slot alone cannot reach the goal. O(goal).
  ChainWeight operator()(const Coordinate* type) const {
    ChainWeight sum;
    for (const Part& part : parts_) {
      const ChainWeight& weight = part.distance[type[part.slot]];
      if (weight == unreachable_weight) {
        return unreachable_weight;
      }
      sum = sum + weight;
    }
    return sum;
  }

 private:
  struct Part {
    std::uint32_t slot = 0;
    std::vector<ChainWeight> distance;  // per coordinate
  };
  std::vector<Part> parts_;
};

}  // namespace weft
