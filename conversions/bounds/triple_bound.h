#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/bounds/pair_bound.h"
#include "conversions/bounds/triple_table.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Bounds from below on the cost from the source to three wanted things at once, where two of them
/// are values of traits that the demand names: what a search that demands several traits wants
/// always. As PairBound, with pairs of such values in the place of one (h² with conjunctions:
/// Haslum, «Incremental Lower Bounds for Additive Cost Planning Problems», ICAPS 2012). Admissible
/// and consistent for the same reasons.
class TripleBound {
 public:
  TripleBound(const SearchProblem& problem, const PairBound& pairs)
      : problem_(problem), rules_(problem.rules), pairs_(pairs) {}

  /// At most so many pairs of traits.
  static constexpr std::size_t max_tables = 3;
  /// Numbers in a table; pairs of traits that would need more have none.
  static constexpr std::size_t max_table_size = std::size_t{1} << 22;

  /// From now on difficulties up to `horizon`, which may not be beyond that of the pairs, are told
  /// apart, all others are known to be greater, with the dearest `pairs` pairs of traits (never
  /// fewer than the last time). `goal` is the demand, always the same.
  /// O(passes × conversions within the horizon × values of a trait × facts / 8) per pair of traits.
  void extend(const PairBound::Facts& goal, std::int64_t horizon, std::size_t pairs);
  /// How many pairs of traits there could be at most. Once started.
  std::size_t possible_tables() const { return possible_.size(); }

  /// Whether the slot is one of those of which pairs are made.
  bool is_about(std::uint32_t slot) const {
    return std::any_of(tables_.begin(), tables_.end(),
                       [slot](const TripleTable& table) { return table.is_about(slot); });
  }
  Cost bound(const PairBound::Facts& wanted) const;
  /// Makes what the pairs say of the rest better.
  void improve(PairBound::Rest& rest) const;
  /// Of what must be wanted before the rule for that. O(facts).
  Cost bound_before(std::uint32_t rule, const PairBound::Facts& wanted) const;

 private:
  using Units = PairBound::Units;

  void start(const PairBound::Facts& goal);

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  const PairBound& pairs_;
  std::int64_t unit_ = 0;  // that of the pairs when the tables were begun; 0: none were
  std::vector<std::pair<std::uint32_t, std::uint32_t>> possible_;  // demanded facts, dearest first
  std::vector<TripleTable> tables_;
};

}  // namespace weft
