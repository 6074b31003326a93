#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "conversions/pair_bound.h"
#include "conversions/search_problem.h"
#include "conversions/tuple_rows.h"

namespace weft {

/// Bounds from below on the cost from the source to one wanted thing together with all that is
/// wanted of the traits that the demand names: what a search always wants. As PairBound, with such
/// tuples in the place of one of the two things (h² with conjunctions: Haslum, «Incremental Lower
/// Bounds for Additive Cost Planning Problems», ICAPS 2012), and only those tuples that the goal
/// can be led back to within the horizon (TupleRows). Admissible for the same reasons.
class TupleBound {
 public:
  TupleBound(const SearchProblem& problem, const PairBound& pairs);

  /// Costs of tuples with facts. Where more would be needed fewer traits are taken at first, and
  /// later the horizon stays where it was.
  static constexpr std::size_t max_numbers = std::size_t{1} << 22;

  /// From now on difficulties up to `horizon`, which may not be beyond that of the pairs, are told
  /// apart if there is room, all others are known to be greater. `goal` is the demand, always the
  /// same.
  /// O(tuples × conversions that bring them about × facts / 8 × passes).
  void extend(const Region* goal, std::int64_t horizon);

  /// `so_far` is a cost from what is wanted to the demand: where no tuples were made, nothing
  /// within the horizon leads there for that.
  Cost bound(const Region* wanted, const PairBound::Facts& facts, Cost so_far) const;
  /// Makes better what the pairs say of what is wanted besides the slot.
  void improve(const Region* wanted, std::uint32_t slot, PairBound::Rest& rest) const;

 private:
  using Units = PairBound::Units;
  /// A conversion that leaves the tuple alone.
  struct Reader {
    Units difficulty = 0;
    std::uint32_t rule = 0;
  };

  std::vector<std::uint32_t> slots_of(const Region* goal) const;
  bool find_rows(const Region* goal, std::int64_t horizon);
  void list_readers();
  void begin();
  void settle();
  void fill_own_blocks();
  bool lead_to(std::uint32_t row);
  bool lead_on(std::uint32_t row, const TupleRows::Step& step);
  bool keep(std::uint32_t row);
  bool take(std::uint32_t row, const Reader& reader);
  bool lower_base(std::uint32_t row, Units cost);
  bool lower_all_above(std::uint32_t row, std::uint32_t fact, Units cost);
  void note_fresh(std::uint32_t row, std::uint32_t fact) {
    fresh_[row * words_ + fact / 64] |= std::uint64_t{1} << (fact % 64);
    is_fresh_[row] = 1;
  }
  Units* costs(std::uint32_t row) { return cost_.data() + row * facts_; }
  const Units* costs(std::uint32_t row) const { return cost_.data() + row * facts_; }

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  const PairBound& pairs_;
  std::size_t facts_;
  std::size_t words_;
  std::int64_t unit_ = 0;
  std::unique_ptr<TupleRows> rows_;     // null: none yet
  bool is_full_ = false;                // there is no room for more
  std::vector<Units> most_;             // per row: what the horizon leaves of the way to the goal
  std::vector<Units> base_;             // per row; most_ + 1: more than that
  std::vector<Units> cost_;             // per row and fact, the same
  std::vector<std::uint32_t> order_;    // of rows, the cheapest first
  std::vector<std::uint32_t> changed_;  // per row: when something became cheaper
  std::vector<std::uint32_t> applied_;  // per step of the rows
  std::vector<std::uint64_t> fresh_;    // per row a set of facts: readers have not been told
  std::vector<std::uint8_t> is_fresh_;  // per row: there are some
  // Per fact those that need it, and last those that need nothing, cheapest first.
  std::vector<Reader> readers_;
  std::vector<std::uint32_t> first_reader_;
  std::uint32_t now_ = 0;
};

}  // namespace weft
