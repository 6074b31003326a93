#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "conversions/bounds/regression.h"
#include "conversions/table/coordinate_table.h"
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
/// The nodes are expanded in A* order, by cost to the demand plus a lower bound on the cost from
/// the source (reach_bound.h, pair_bound.h, triple_bound.h). The search runs in rounds, each with a
/// limit on the total cost as in iterative deepening: a node beyond the limit is never stored, only
/// the least total beyond it is remembered, and the next round starts there. Rules are listed
/// cheapest first, so all those beyond the limit cost one comparison per list. A node keeps every
/// rule of least cost that leaves it (its departures), so the result is a graph of all minimal
/// chains rather than one chain.
///
/// Stronger bounds cost as much as a hundred visits or more, so they are made on demand: pair
/// bounds after `refine_after` visits, triple bounds after 20 times as many, for another pair of
/// demanded traits each time the search stays hard. Bounds do not change within a round; making
/// better ones restarts it. All bounds are admissible and consistent, so the answer does not depend
/// on when they are made.
class BackwardSearch {
 public:
  /// Makes better bounds after `refine_after` visits in a round. Refers to the problem.
  BackwardSearch(const SearchProblem& problem, std::size_t max_visited, std::size_t refine_after)
      : problem_(problem),
        max_visited_(max_visited),
        regression_(problem),
        regions_(problem.rules.slot_count()),
        at_(problem.rules.slot_count()),
        before_(problem.rules.slot_count()),
        refine_after_(refine_after) {}

  enum class Outcome { Done, Paused, Limit };
  /// Paused: a round made `pause_after` visits; call run() again to go on. Limit: a round made more
  /// than `max_visited`.
  Outcome run(std::size_t pause_after = SIZE_MAX);

  /// The subgoals on minimal chains that contain the source, by number. Empty: there is no chain.
  const std::vector<std::uint32_t>& starts() const { return starts_; }
  /// The least cost, once there are starts.
  const Cost& least() const { return limit_; }
  /// Visits in the last round.
  std::size_t visited() const { return visited_; }

  /// Calls visit(rule, to) for each step that minimal chains take from a subgoal.
  template <typename Visit>
  void for_each_departure(std::uint32_t from, Visit visit) const {
    for (std::uint32_t i = wanted_[from].departures; i != no_edge; i = departures_[i].next) {
      visit(departures_[i].rule, departures_[i].to);
    }
  }

 private:
  static constexpr std::uint32_t no_edge = UINT32_MAX;

  /// A rule that leads to subgoal `to`. The departures of one subgoal form a linked list.
  struct Departure {
    std::uint32_t to = 0;
    std::uint32_t rule = 0;
    std::uint32_t next = no_edge;
  };

  struct Wanted {
    Cost cost = unreachable_cost;  // from here to the demand
    Cost bound;                    // from the source to here
    std::uint32_t departures = no_edge;
    bool expanded = false;
  };

  struct Open {
    Cost total;
    Cost bound;  // ties: nearest to the source first
    std::uint32_t wanted = 0;

    friend bool operator>(const Open& a, const Open& b) {
      if (a.total != b.total) {
        return a.total > b.total;
      }
      return a.bound != b.bound ? a.bound > b.bound : a.wanted > b.wanted;
    }
  };

  void choose_limit();
  void note_round();
  void extend_triples(std::int64_t difficulty);
  void make_pair_bounds();
  void make_triple_bounds();
  std::size_t visits_until_hard() const;
  void extend_bounds(std::int64_t difficulty);
  void begin_round();
  bool run_round();
  void expand(std::uint32_t to, Cost cost, Cost total);
  void reach(Cost cost, std::uint32_t to, std::uint32_t rule, Cost floor);

  const SearchProblem& problem_;
  std::size_t max_visited_;
  Regression regression_;
  CoordinateTable regions_;
  std::vector<Wanted> wanted_;
  std::vector<Departure> departures_;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  std::vector<std::uint32_t> starts_;  // subgoals that contain the source
  Cost limit_;                         // of this round; more expensive nodes are pruned
  Cost beyond_;                        // the least total pruned by the limit
  std::size_t visited_ = 0;
  std::size_t visited_before_ = 0;  // in the last completed round
  int doublings_ = 0;               // of the increment of the limit
  std::vector<Region> at_;
  std::vector<Region> before_;
  std::size_t refine_after_;
  std::size_t pause_after_ = SIZE_MAX;
  bool is_paused_ = false;  // the round was abandoned; run() resumes
  bool is_hard_ = false;    // the round was abandoned to make better bounds
  bool has_pair_bounds_ = false;
  std::size_t triple_pairs_ = 0;     // pairs of demanded traits with triple bounds
  std::int64_t horizon_ = 0;         // of the pair bounds, thousandths
  std::int64_t triple_horizon_ = 0;  // of the triple bounds
  std::int64_t most_triple_horizon_ = 0;
  std::vector<Region> goal_;
};

}  // namespace weft
