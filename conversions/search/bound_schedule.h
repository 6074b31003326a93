#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/bounds/regression.h"
#include "conversions/search/search.h"

namespace weft {

/// Decides how far each round of a backward search goes, when better bounds are worth making, and
/// how far these reach. Stronger bounds cost as much as a hundred visits or more, so they are made
/// on demand: bounds of pairs after some visits, bounds of triples after many more, for another
/// pair of demanded traits each time the search stays hard.
class BoundSchedule {
 public:
  /// Refers to both. `goal`: the demand.
  BoundSchedule(Regression& regression, const std::vector<Region>& goal,
                const SearchOptions& options)
      : regression_(regression), goal_(goal), options_(options) {}

  /// The limit on the total weight of the next round, for chains that weigh `least` or more. Better
  /// bounds are extended to cover it.
  ChainWeight next_limit(ChainWeight least);
  /// The number of visits in a round after which to call refine().
  std::size_t visits_until_hard() const;
  /// Makes the next better bounds. The round that had `limit` was abandoned where chains weigh
  /// `least` or more; returns what they weigh by the new bounds.
  ChainWeight refine(ChainWeight least, ChainWeight limit);
  /// A round ended without a chain.
  void note_round(std::size_t visits);

 private:
  void extend_pairs(std::int64_t difficulty);
  void extend_triples(std::int64_t difficulty);

  Regression& regression_;
  const std::vector<Region>& goal_;
  const SearchOptions& options_;
  bool has_pairs_ = false;
  std::int64_t horizon_ = 0;      // of the pair bounds, thousandths
  std::size_t triple_pairs_ = 0;  // pairs of demanded traits with triple bounds
  std::int64_t triple_horizon_ = 0;
  std::int64_t most_triple_horizon_ = 0;
  std::size_t visited_before_ = 0;  // in the last round
  int doublings_ = 0;               // of the increment of the limit
};

}  // namespace weft
