#include "conversions/bounds/triple_bound.h"

#include <algorithm>
#include <tuple>

#include "conversions/table/lanes.h"

namespace weft {

void TripleBound::extend(const WantedFacts& goal, std::int64_t horizon, std::size_t pairs) {
  if (!pairs_.has_started()) {
    return;
  }
  if (unit_ != pairs_.unit()) {
    start(goal);
  }
  while (tables_.size() < std::min(pairs, possible_.size())) {
    const auto& [a, b] = possible_[tables_.size()];
    tables_.emplace_back(problem_, pairs_, a, b);
  }
  for (TripleTable& table : tables_) {
    table.extend(horizon);
  }
}

/// Lists the candidate pairs of traits.
void TripleBound::start(const WantedFacts& goal) {
  unit_ = pairs_.unit();
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> chosen;
  for (std::size_t i = 0; i < goal.count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Units* weights = pairs_.row(goal.facts[i]);
      const bool is_had =
          weights[goal.facts[i]] == 0 || pairs_.row(goal.facts[j])[goal.facts[j]] == 0;
      const bool has_room =
          TripleTable::size(problem_.facts, goal.facts[i], goal.facts[j]) <= max_table_size;
      if (!is_had && has_room) {
        chosen.emplace_back(-weights[goal.facts[j]], goal.facts[j], goal.facts[i]);
      }
    }
  }
  std::sort(chosen.begin(), chosen.end());
  possible_.clear();
  for (const auto& [weight, a, b] : chosen) {
    if (possible_.size() < max_tables) {
      possible_.emplace_back(a, b);
    }
  }
  tables_.clear();
}

ChainWeight TripleBound::bound(const WantedFacts& wanted) const {
  Units most = 0;
  for (const TripleTable& table : tables_) {
    if (const Units* weights = table.row_of(wanted)) {
      for (std::size_t i = 0; i < wanted.count; ++i) {
        most = std::max(most, weights[wanted.facts[i]]);
      }
    }
  }
  return {0, most * unit_};
}

void TripleBound::improve(PairBound::Rest& rest) const {
  if (unit_ != pairs_.unit()) {
    return;  // pairs were extended for chains with lossy steps, which made their unit larger
  }
  for (const TripleTable& table : tables_) {
    if (const Units* weights = table.row_of(rest.facts)) {
      const std::size_t count = problem_.facts.count();
      Units* const with = rest.with.data();
      for (std::size_t at = 0; at < count; at += Lanes::count) {
        max(Lanes::load(weights + at), Lanes::load(with + at)).store(with + at);
      }
      for (std::size_t i = 0; i < rest.facts.count; ++i) {
        rest.least = std::max(rest.least, weights[rest.facts.facts[i]]);
      }
    }
  }
}

ChainWeight TripleBound::bound_before(std::uint32_t rule, const WantedFacts& wanted) const {
  return bound(wanted_before(problem_, rule, wanted));
}

}  // namespace weft
