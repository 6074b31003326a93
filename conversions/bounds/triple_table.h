#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/bounds/pair_bound.h"
#include "conversions/bounds/triple_rows.h"
#include "conversions/bounds/triple_steps.h"
#include "conversions/bounds/value_pairs.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// For each pair of values of two traits and each third fact, a lower bound on the weight of
/// achieving all three from the source. Rules are applied until no entry falls: those that leave
/// the pair alone (they *keep both*), those that keep one of its values, and those that keep
/// neither. Only pairs from which the goal is within the horizon get a row.
class TripleTable {
 public:
  using Units = PairMatrix::Units;

  /// For the traits of two facts of the goal. `pairs` must have started, and must keep its unit as
  /// long as the table is in use.
  TripleTable(const SearchProblem& problem, const PairBound& pairs, std::uint32_t goal_a,
              std::uint32_t goal_b);

  /// Number of entries of such a table.
  static std::size_t size(const Facts& facts, std::uint32_t a, std::uint32_t b);

  /// Raises the horizon (thousandths). Does nothing if it is that far already.
  void extend(std::int64_t horizon);

  bool is_about(std::uint32_t slot) const { return values_.is_about(slot); }
  /// The weight of each fact together with the two wanted values, in units. Null if not both traits
  /// are wanted.
  const Units* row_of(const WantedFacts& wanted) const {
    const std::uint32_t pair = values_.wanted(wanted);
    return pair == ValuePairs::none ? nullptr : rows_.row(pair);
  }

 private:
  using Role = TripleSteps::Role;
  using Step = TripleSteps::Step;
  using Reader = TripleSteps::Reader;

  void open_pairs();
  void set_source();
  void settle();
  bool apply(Step& step);
  bool keep_both(std::uint32_t pair);
  bool take(std::uint32_t pair, const Reader& reader, Units own);
  bool keep_one(const Step& step, TripleRows::Time before, bool keeps_b);
  bool keep_none(const Step& step, TripleRows::Time before);
  void join_rows(const Step& step, const Units* with, Units least);
  bool offer(std::uint32_t pair, const Step& step, Units total);
  bool lower_gained(std::uint32_t pair, std::uint32_t rule, Units total);

  const SearchProblem& problem_;
  const PairBound& pairs_;
  ValuePairs values_;
  std::uint32_t goal_pair_;
  std::int64_t horizon_ = 0;
  Units limit_ = 0;  // the horizon in units
  TripleRows rows_;
  /// Pairs within the horizon, with what is left of it: most first.
  std::vector<std::pair<Units, std::uint32_t>> open_;
  TripleSteps steps_;
  std::vector<Units> joined_;  // one row
};

}  // namespace weft
