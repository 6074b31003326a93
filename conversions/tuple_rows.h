#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "conversions/pair_bound.h"
#include "conversions/region_steps.h"
#include "conversions/search_problem.h"
#include "conversions/type_set.h"

namespace weft {

/// What a search may want of a few demanded traits, all other traits left out, and how conversions
/// lead from one such row to the next. Whatever is wanted on a chain within the horizon, without
/// lossy steps, has its row.
class TupleRows {
 public:
  /// Of those of these traits, which are all changed by some conversion.
  TupleRows(const SearchProblem& problem, const PairBound& pairs, std::vector<std::uint32_t> slots);

  static constexpr std::size_t max_traits = 3;
  static constexpr std::uint32_t no_row = UINT32_MAX;

  /// Finds all that the goal can be led back to within the horizon, as far as the pairs know and
  /// what was learned of rows of before, which may be null. False if they are more than `most`.
  /// O(rows × conversions that bring about their values).
  bool find(const Region* goal, std::int64_t horizon, std::size_t most, const TupleRows* known);
  /// A bound on what the row costs from the source, in thousandths.
  void learn(std::uint32_t row, std::int64_t cost) { learned_[row] = cost; }

  std::size_t size() const { return ways_.size(); }
  std::int64_t horizon() const { return horizon_; }
  const std::vector<std::uint32_t>& slots() const { return slots_; }
  bool is_about(std::uint32_t slot) const;
  /// Whether the rule neither changes nor matches any of the traits.
  bool leaves_alone(std::uint32_t rule) const;
  /// no_row: there is none.
  std::uint32_t row_of(const Region* wanted) const;
  /// The cost from there to the goal, in thousandths.
  std::int64_t way(std::uint32_t row) const { return ways_[row]; }
  /// What the pairs know of the row, in thousandths.
  std::int64_t estimate(std::uint32_t row) const { return estimates_[row]; }
  bool contains_source(std::uint32_t row) const;

  struct Step {
    std::uint32_t before = 0;
    std::uint32_t rule = 0;
  };
  /// What leads to the row.
  std::span<const Step> steps_to(std::uint32_t row) const {
    return {steps_.data() + first_step_[row].begin, steps_.data() + first_step_[row].end};
  }
  std::size_t step_count() const { return steps_.size(); }
  /// The number of the first.
  std::uint32_t first_step(std::uint32_t row) const { return first_step_[row].begin; }

 private:
  struct Extent {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void list_rules();
  void expand(std::uint32_t row);
  bool is_plain(std::uint32_t slot) const;
  void visit(std::uint32_t after, std::uint32_t rule, const PairBound::Facts& facts);
  std::uint32_t add(std::int64_t way);
  void key_of(const Region* wanted, Region* key) const;
  void read(std::uint32_t row);
  bool is_known_beyond(const Region* key, std::int64_t way) const;

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  const PairBound& pairs_;
  RegionSteps region_steps_;
  const TupleRows* known_ = nullptr;  // only while these are made
  std::int64_t horizon_ = 0;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> touching_;   // the rules that change or match something of these
  std::vector<std::uint32_t> onlookers_;  // and those that only match
  TypeSet keys_;                          // per row the regions of the slots
  std::vector<std::int64_t> ways_;
  std::vector<std::int64_t> estimates_;
  std::vector<std::int64_t> learned_;
  std::vector<Step> steps_;
  std::vector<Extent> first_step_;
  std::vector<std::uint32_t> seen_;  // per rule: the last row that it was looked at for, and 1
  std::vector<Region> at_;           // the row that is looked at
  std::vector<Region> before_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> open_;  // a heap
};

}  // namespace weft
