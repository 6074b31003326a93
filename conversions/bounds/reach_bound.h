#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

/// Another bound, weaker for one coordinate and better for several: the distance from the source
/// within one slot as if nothing else were matched, where a conversion that changes n slots costs
/// each an nth of its difficulty, so that the bounds of all slots may be added.
class SlotBound {
 public:
  /// O(transitions of all slots + coordinates × log).
  explicit SlotBound(const SearchProblem& problem);

  Cost of_subtree(std::uint32_t place) const { return {0, subtree_[place]}; }
  Cost of_absence(std::uint32_t slot) const { return {0, absent_[slot]}; }
  Cost of_presence(std::uint32_t slot) const { return {0, present_[slot]}; }

 private:
  void measure(const SearchProblem& problem, std::uint32_t slot);

  std::vector<std::int64_t> subtree_;  // per place
  std::vector<std::int64_t> absent_;   // per slot
  std::vector<std::int64_t> present_;  // per slot
};

/// A bound from below on the cost of getting from the source to each single coordinate: a
/// conversion counts from when the dearest of what it matches can be had, as if having one thing
/// never cost another (the h-max of planning: Bonet, Geffner, «Planning as Heuristic Search», AI
/// 129, 2001). Infinite bounds are proofs that there is no chain.
class ReachBound {
 public:
  /// O(rules × checks + coordinates × log).
  ReachBound(const SearchProblem& problem, const SlotBound& slots);

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
