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

/// Lower bounds on the weight of achieving three facts at once from the source, two of which are
/// values of demanded traits: a search that demands several traits wants such values all the time.
///
/// The recurrence is that of PairBound (h²) with a pair of such values treated as one fact (h² with
/// conjunctions: Haslum, "Incremental Lower Bounds for Additive Cost Planning Problems", ICAPS
/// 2012). All triples of a large registry would take 40 MB per question, so there is one table
/// (triple_table.h) per pair of demanded traits, at most three, and the most expensive pair comes
/// first. Admissible and consistent for the same reasons as PairBound.
class TripleBound {
 public:
  TripleBound(const SearchProblem& problem, const PairBound& pairs)
      : problem_(problem), pairs_(pairs) {}

  /// Maximum number of pairs of traits with a table.
  static constexpr std::size_t max_tables = 3;
  /// Maximum entries of a table; pairs of traits that would need more get none.
  static constexpr std::size_t max_table_size = std::size_t{1} << 22;

  /// Raises the horizon, which must not exceed that of the pairs, and makes tables for the `pairs`
  /// most expensive pairs of traits (never fewer than before). `goal` is the demand, always the
  /// same. O(passes × rules within the horizon × values of a trait × facts / 8) per pair of traits.
  void extend(const WantedFacts& goal, std::int64_t horizon, std::size_t pairs);
  /// Maximum number of pairs of traits. Needs extend() first.
  std::size_t possible_tables() const { return possible_.size(); }

  /// Whether a table covers the slot.
  bool is_about(std::uint32_t slot) const {
    return std::any_of(tables_.begin(), tables_.end(),
                       [slot](const TripleTable& table) { return table.is_about(slot); });
  }
  ChainWeight bound(const WantedFacts& wanted) const;
  /// Raises the pair bounds of the rest.
  void improve(PairBound::Rest& rest) const;
  /// The bound of the subgoal that must hold before the rule, for `wanted` after it. O(facts).
  ChainWeight bound_before(std::uint32_t rule, const WantedFacts& wanted) const;

 private:
  using Units = PairMatrix::Units;

  void start(const WantedFacts& goal);

  const SearchProblem& problem_;
  const PairBound& pairs_;
  std::int64_t unit_ = 0;  // unit of the pairs when the tables were begun; 0: no tables
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      possible_;  // demanded facts, most expensive first
  std::vector<TripleTable> tables_;
};

}  // namespace weft
