#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/bounds/pair_matrix.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// A rule within the horizon of the pair bounds, as visits read it.
struct PairWriter {
  std::int64_t total = 0;  ///< lower bound from the source to after the rule, thousandths
  std::int64_t difficulty = 0;
  std::uint32_t rule = 0;
  /// The facts it needs; a single one is stored twice. `none`: see Facts::needed().
  std::uint32_t needs[2] = {Facts::none, Facts::none};
  /// The other fact it achieves; Facts::count(): it has no other effect; `none`: see
  /// CompiledRules::effects().
  std::uint32_t brings_too = Facts::none;
};

struct PairWriters {
  std::vector<PairWriter> by_total;  ///< ascending, each rule once
  Rows<PairWriter> of_fact;          ///< per fact: those that achieve exactly it, by total
};

/// Lists the rules whose total is at most `horizon`. `rules`: (rule, lower bound on the weight of
/// its needs in thousandths). O(rules × log + facts).
PairWriters list_writers(const SearchProblem& problem,
                         const std::vector<std::pair<std::uint32_t, std::int64_t>>& rules,
                         std::int64_t horizon);

}  // namespace weft
