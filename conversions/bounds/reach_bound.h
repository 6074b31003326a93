#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

/// A lower bound on the weight of reaching each single coordinate from the source: a rule becomes
/// applicable at the weight of its most expensive need, as if achieving one need never conflicted
/// with another (h-max of planning: Bonet, Geffner, "Planning as Heuristic Search", AI 129, 2001).
/// Computed like Dijkstra's algorithm. An infinite bound proves that there is no chain.
class ReachBound {
 public:
  /// O(rules × checks + coordinates × log).
  explicit ReachBound(const SearchProblem& problem);

  /// The bound of the cheapest coordinate in the subtree.
  ChainWeight of_subtree(std::uint32_t place) const { return subtree_[place]; }
  /// The bound of coordinate 0: the trait is absent.
  ChainWeight of_absence(std::uint32_t slot) const { return absent_[slot]; }
  /// The bound of any value but 0.
  ChainWeight of_presence(std::uint32_t slot) const { return present_[slot]; }

 private:
  std::vector<ChainWeight> subtree_;  // per place
  std::vector<ChainWeight> absent_;   // per slot
  std::vector<ChainWeight> present_;  // per slot
};

}  // namespace weft
