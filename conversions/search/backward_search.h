#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/bounds/regression.h"
#include "conversions/search/bound_schedule.h"
#include "conversions/search/search.h"
#include "conversions/search/subgoals.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Searches for all minimal chains of one problem, backwards from the demand.
///
/// This is regression search from AI planning. A node is a subgoal: one region per slot that a
/// value must lie in so that the remaining steps lead to the demand (regression.h). The first
/// subgoal is the demand itself; a rule that achieves part of a subgoal leads back to the subgoal
/// that must hold before the rule. The search ends at subgoals that contain the source. Searching
/// backwards branches only over rules that achieve something the demand needs, however many others
/// the table has.
///
/// The nodes are expanded in A* order (subgoals.h). The search runs in rounds, each with a limit on
/// the total weight as in iterative deepening: a node beyond the limit is never stored, only the
/// least total beyond it is remembered, and the next round starts there. Rules are listed cheapest
/// first, so all those beyond the limit cost one comparison per list. A node keeps every rule of
/// least weight that leaves it (its departures), so the result is a graph of all minimal chains
/// rather than one chain.
///
/// Bounds do not change within a round; making better ones (bound_schedule.h) restarts it. All
/// bounds are admissible and consistent, so the answer does not depend on when they are made.
class BackwardSearch {
 public:
  /// Refers to both.
  BackwardSearch(const SearchProblem& problem, const SearchOptions& options);

  enum class Outcome { Done, Paused, Limit };
  /// Paused: a round made `pause_after` visits; call run() again to go on. Limit: a round made more
  /// than `max_types`.
  Outcome run(std::size_t pause_after = SIZE_MAX);

  /// The subgoals on minimal chains that contain the source, by number. Empty: there is no chain.
  const std::vector<std::uint32_t>& starts() const { return starts_; }
  /// The least weight, once there are starts.
  const ChainWeight& least() const { return limit_; }
  /// Visits in the last round.
  std::size_t visited() const { return visited_; }
  /// With the steps that minimal chains take from each.
  const Subgoals& subgoals() const { return subgoals_; }

 private:
  enum class RoundEnd { Searched, Hard, Paused, Limit };

  RoundEnd run_round(std::size_t pause_after);
  void expand(std::uint32_t subgoal);
  void reach(ChainWeight weight, std::uint32_t to, std::uint32_t rule, ChainWeight floor);

  const SearchProblem& problem_;
  std::size_t max_visited_;
  Regression regression_;
  const std::vector<Region> goal_;
  BoundSchedule schedule_;
  Subgoals subgoals_;
  std::vector<std::uint32_t> starts_;  // subgoals that contain the source
  ChainWeight limit_;                  // of this round; more expensive subgoals are pruned
  ChainWeight beyond_;                 // the least total pruned by the limit
  std::size_t visited_ = 0;
  std::vector<Region> at_;      // the subgoal that is expanded
  std::vector<Region> before_;  // what must hold before it
};

}  // namespace weft
