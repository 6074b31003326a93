#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/bounds/pair_bound.h"
#include "conversions/bounds/triple_steps.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// For each pair of values of two traits and each third fact, a lower bound on the cost of
/// achieving all three from the source. Rules are applied until no entry falls: those that leave
/// the pair alone (they *keep both*), those that keep one of its values, and those that keep
/// neither.
class TripleTable {
 public:
  using Units = PairBound::Units;

  /// For the traits of two facts of the goal. `pairs` must have started, and must keep its unit as
  /// long as the table is in use.
  TripleTable(const SearchProblem& problem, const PairBound& pairs, std::uint32_t goal_a,
              std::uint32_t goal_b);

  /// Number of entries of such a table.
  static std::size_t size(const CompiledRules& rules, std::uint32_t a, std::uint32_t b);

  /// Raises the horizon (thousandths). Does nothing if it is that far already.
  void extend(std::int64_t horizon);

  bool is_about(std::uint32_t slot) const { return slot == a_.slot || slot == b_.slot; }
  /// The cost of each fact together with the two wanted values, in units. Null if not both traits
  /// are wanted.
  const Units* row_of(const PairBound::Facts& wanted) const;

 private:
  using Block = CompiledRules::FactBlock;
  using Role = TripleSteps::Role;
  using Step = TripleSteps::Step;
  using Reader = TripleSteps::Reader;

  void begin();
  std::vector<Units> ways_to_goal() const;
  template <typename Visit>
  void for_each_above(std::uint32_t fact, const Block& block, Visit visit) const;
  void settle();
  bool apply(Step& step);
  bool keep_both(std::uint32_t pair);
  static bool may_lower(const Reader& reader, const Units* known, int least, int most);
  bool take(std::uint32_t pair, const Reader& reader, Units own);
  bool lower_gained(std::uint32_t pair, std::uint32_t rule, Units total);
  bool keep_one(const Step& step, std::uint32_t before, bool keeps_b);
  bool keep_none(const Step& step, std::uint32_t before);
  void join_rows(const Step& step, const Units* with, Units least);
  bool offer(std::uint32_t pair, const Step& step, Units total);
  void note_fresh(std::uint32_t pair, std::uint32_t fact) {
    fresh_[pair * words_ + fact / 64] |= std::uint64_t{1} << (fact % 64);
  }

  std::uint32_t pair_of(std::uint32_t a, std::uint32_t b) const {
    return (a - a_.begin) * (b_.end - b_.begin) + (b - b_.begin);
  }
  Units* row(std::uint32_t pair) { return cost_.data() + pair * facts_; }
  const Units* row(std::uint32_t pair) const { return cost_.data() + pair * facts_; }

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  const PairBound& pairs_;
  std::size_t facts_;
  std::size_t words_;
  Block a_;
  Block b_;
  std::uint32_t goal_a_;
  std::uint32_t goal_b_;
  std::int64_t horizon_ = 0;
  Units limit_ = 0;                     // the horizon in units
  std::vector<Units> cost_;             // per pair and fact; most_[pair] + 1: more than that
  std::vector<Units> most_;             // per pair: horizon minus the distance to the goal
  std::vector<std::uint32_t> changed_;  // per pair: when an entry last fell
  std::vector<std::uint64_t> fresh_;  // per pair: set of facts that fell since readers were applied
  std::vector<std::pair<Units, std::uint32_t>>
      open_pairs_;  // pairs within the horizon, with the remaining budget
  TripleSteps steps_;
  std::vector<Units> joined_;  // one row
  std::uint32_t now_ = 0;
};

}  // namespace weft
