#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "conversions/bounds/region.h"
#include "conversions/table/chain_weight.h"
#include "conversions/table/coordinate_table.h"

namespace weft {

/// The subgoals that one round of the backward search has reached, and the order in which to expand
/// them: by the weight to the demand plus a lower bound on the weight from the source (A*).
class Subgoals {
 public:
  explicit Subgoals(std::size_t slot_count) : regions_(slot_count) {}

  static constexpr std::uint32_t none = UINT32_MAX;

  struct Subgoal {
    ChainWeight weight = unreachable_weight;  ///< from here to the demand
    ChainWeight bound;                        ///< from the source to here
    std::uint32_t departures = none;          ///< the first
    bool is_expanded = false;

    ChainWeight total() const { return weight + bound; }
  };

  std::size_t size() const { return subgoals_.size(); }
  const Subgoal& operator[](std::uint32_t id) const { return subgoals_[id]; }
  /// Valid until the next add().
  const Region* regions(std::uint32_t id) const { return regions_[id]; }
  /// size() if absent.
  std::uint32_t find(const Region* regions) const { return regions_.find(regions); }
  /// `regions` must be absent and not point into this table.
  void add(const Region* regions, ChainWeight bound);

  /// Records that the demand is reached from the subgoal at this weight by the rule, which leads to
  /// subgoal `to`. A greater weight than the known one is ignored. `rule` is `none` for the demand
  /// itself.
  void depart(std::uint32_t from, ChainWeight weight, std::uint32_t rule, std::uint32_t to);
  /// The subgoal of least total that is not expanded, which becomes so. Ties: nearest to the source
  /// first.
  std::optional<std::uint32_t> take_next();

  /// Calls visit(rule, to) for each step of least weight from a subgoal.
  template <typename Visit>
  void for_each_departure(std::uint32_t from, Visit visit) const {
    for (std::uint32_t i = subgoals_[from].departures; i != none; i = departures_[i].next) {
      visit(departures_[i].rule, departures_[i].to);
    }
  }

 private:
  /// The departures of one subgoal form a linked list.
  struct Departure {
    std::uint32_t to = 0;
    std::uint32_t rule = 0;
    std::uint32_t next = none;
  };

  struct Open {
    ChainWeight total;
    ChainWeight bound;
    std::uint32_t subgoal = 0;

    friend bool operator>(const Open& a, const Open& b) {
      if (a.total != b.total) {
        return a.total > b.total;
      }
      return a.bound != b.bound ? a.bound > b.bound : a.subgoal > b.subgoal;
    }
  };

  CoordinateTable regions_;
  std::vector<Subgoal> subgoals_;
  std::vector<Departure> departures_;
  /// May hold entries that a lesser weight has overtaken.
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

}  // namespace weft
