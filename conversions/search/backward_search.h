#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "conversions/bounds/regression.h"
#include "conversions/table/coordinate_table.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Backwards: everything wanted on some minimal chain, with its cost to the demand. In rounds with
/// a rising limit on the whole chain's cost: nothing beyond the limit is ever stored, and of the
/// many conversions that would lead there only the first of each list is looked at. A search of
/// more than a few visits first makes better bounds, which cost as much as some hundred visits.
class BackwardSearch {
 public:
  /// After `refine_after` visits in a round better bounds are made. Refers to the problem.
  BackwardSearch(const SearchProblem& problem, std::size_t max_visited, std::size_t refine_after)
      : problem_(problem),
        max_visited_(max_visited),
        regression_(problem),
        regions_(problem.rules.slot_count()),
        at_(problem.rules.slot_count()),
        before_(problem.rules.slot_count()),
        refine_after_(refine_after) {}

  enum class Outcome { Done, Paused, Limit };
  /// Paused: `pause_after` were visited in one round, and run() goes on. Limit: more than
  /// `max_visited` were.
  Outcome run(std::size_t pause_after = SIZE_MAX);

  /// What is wanted on minimal chains that the source has, by its number; none: there is no chain.
  const std::vector<std::uint32_t>& starts() const { return starts_; }
  /// The least cost, once there are starts.
  const Cost& least() const { return limit_; }
  /// In the last round.
  std::size_t visited() const { return visited_; }

  /// Calls visit(rule, to) for the minimal ways on from something wanted.
  template <typename Visit>
  void for_each_departure(std::uint32_t from, Visit visit) const {
    for (std::uint32_t i = wanted_[from].departures; i != no_edge; i = departures_[i].next) {
      visit(departures_[i].rule, departures_[i].to);
    }
  }

 private:
  static constexpr std::uint32_t no_edge = UINT32_MAX;

  /// A rule that leads to something wanted; those that start from one thing wanted are chained.
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
    Cost bound;  // among equals the one nearer to the source
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
  std::vector<std::uint32_t> starts_;  // what is wanted and the source has
  Cost limit_;                         // nothing dearer is looked at
  Cost beyond_;                        // the least cost that was given up because of the limit
  std::size_t visited_ = 0;
  std::size_t visited_before_ = 0;  // in the last round that was not given up
  int doublings_ = 0;               // of what a round goes farther than the last one
  std::vector<Region> at_;
  std::vector<Region> before_;
  std::size_t refine_after_;
  std::size_t pause_after_ = SIZE_MAX;
  bool is_paused_ = false;  // the round was given up, to be asked again
  bool is_hard_ = false;    // the round was given up, for better bounds
  bool has_pair_bounds_ = false;
  std::size_t triple_pairs_ = 0;     // of demanded traits, with bounds of triples
  std::int64_t horizon_ = 0;         // of the pair bounds
  std::int64_t triple_horizon_ = 0;  // of those of triples
  std::int64_t most_triple_horizon_ = 0;
  std::vector<Region> goal_;
};

}  // namespace weft
