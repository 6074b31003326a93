#pragma once

#include <cstdint>
#include <vector>

#include "conversions/search_problem.h"

namespace weft {

/// A bound from below on the cost of getting from the source to each single coordinate: a
/// conversion counts from when the dearest of what it matches can be had, as if having one thing
/// never cost another (the h-max of planning: Bonet, Geffner, «Planning as Heuristic Search», AI
/// 129, 2001). Infinite bounds are proofs that there is no chain.
class ReachBound {
 public:
  /// O(rules × checks + coordinates × log).
  explicit ReachBound(const SearchProblem& problem);

  /// Of the cheapest coordinate of the subtree.
  Cost of_subtree(std::uint32_t place) const { return subtree_[place]; }
  /// Of the value 0: that the trait is absent.
  Cost of_absence(std::uint32_t slot) const { return absent_[slot]; }
  /// Of any value but 0.
  Cost of_presence(std::uint32_t slot) const { return present_[slot]; }

 private:
  std::vector<Cost> subtree_;  // per place
  std::vector<Cost> absent_;   // per slot
  std::vector<Cost> present_;  // per slot
};

}  // namespace weft
