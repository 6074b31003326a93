#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

/// A lower bound that is weaker for one coordinate and better for several: the distance from the
/// source within one slot, ignoring all other checks. A rule that changes n slots costs an nth of
/// its difficulty in each, so the bounds of all slots may be added (uniform cost partitioning).
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

/// A lower bound on the cost of reaching each single coordinate from the source: a rule becomes
/// applicable at the cost of its most expensive need (or the sum of the SlotBounds of its needs, if
/// greater), as if achieving one need never conflicted with another (h-max of planning: Bonet,
/// Geffner, "Planning as Heuristic Search", AI 129, 2001). Computed like Dijkstra's algorithm. An
/// infinite bound proves that there is no chain.
class ReachBound {
 public:
  /// O(rules × checks + coordinates × log).
  ReachBound(const SearchProblem& problem, const SlotBound& slots);

  /// The bound of the cheapest coordinate in the subtree.
  Cost of_subtree(std::uint32_t place) const { return subtree_[place]; }
  /// The bound of coordinate 0: the trait is absent.
  Cost of_absence(std::uint32_t slot) const { return absent_[slot]; }
  /// The bound of any value but 0.
  Cost of_presence(std::uint32_t slot) const { return present_[slot]; }

 private:
  std::vector<Cost> subtree_;  // per place
  std::vector<Cost> absent_;   // per slot
  std::vector<Cost> present_;  // per slot
};

}  // namespace weft
