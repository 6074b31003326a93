#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/pair_bound.h"
#include "conversions/region.h"
#include "conversions/search_problem.h"

namespace weft {

/// Bounds from below on the cost from the source to three wanted things at once, where two of them
/// are values of traits that the demand names: what a search that demands several traits wants
/// always. As PairBound, with pairs of such values in the place of one (h² with conjunctions:
/// Haslum, «Incremental Lower Bounds for Additive Cost Planning Problems», ICAPS 2012). Admissible
/// and consistent for the same reasons.
class TripleBound {
 public:
  TripleBound(const SearchProblem& problem, const PairBound& pairs);

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
    return std::any_of(tables_.begin(), tables_.end(), [slot](const Table& table) {
      return table.a.slot == slot || table.b.slot == slot;
    });
  }
  Cost bound(const PairBound::Facts& wanted) const;
  /// Makes what the pairs say of the rest better.
  void improve(PairBound::Rest& rest) const;
  /// Of what must be wanted before the rule for that. O(facts).
  Cost bound_before(std::uint32_t rule, const PairBound::Facts& wanted) const;

 private:
  using Units = PairBound::Units;
  using Block = CompiledRules::FactBlock;
  /// For each value of the one trait with each of the other, each fact: what all three cost.
  struct Table {
    std::int64_t horizon = 0;
    std::uint32_t block_a = 0;
    std::uint32_t block_b = 0;
    Block a;
    Block b;
    std::uint32_t goal_a = 0;
    std::uint32_t goal_b = 0;
    std::vector<Units> cost;  // per pair and fact; most[pair] + 1: more than that
    std::vector<Units> most;  // per pair: what the horizon leaves, without the way to the goal
    std::vector<std::uint32_t> changed;  // per pair: when something became cheaper
    std::vector<std::uint64_t> fresh;    // per pair a set of facts: readers have not been told
    std::vector<std::pair<Units, std::uint32_t>> pairs;  // those that may matter, with what is left
  };
  /// What a conversion does to one of the two traits of a table.
  struct Role {
    std::uint32_t needs = CompiledRules::no_fact;
    std::uint32_t gains = CompiledRules::no_fact;
    bool overwrites = false;

    bool touches() const { return overwrites || needs != CompiledRules::no_fact; }
    /// What is wanted of the trait after it: this, something above it, or nothing.
    std::uint32_t leads_to() const { return overwrites ? gains : needs; }
  };
  /// A conversion that takes part, as seen by a table.
  struct Step {
    std::uint32_t rule = 0;
    Units difficulty = 0;
    Units needs = 0;
    Role a;
    Role b;
    std::uint32_t applied = 0;
  };

  struct Reader {
    Units difficulty = 0;
    Units needs = 0;
    std::uint32_t rule = 0;
    /// Whether it needs one or two things and brings about one or two: these, one of them twice.
    bool is_simple = false;
    std::array<std::uint32_t, 2> needed = {};
    std::array<std::uint32_t, 2> gained = {};
  };

  void start(const PairBound::Facts& goal);
  Table table_of(std::uint32_t a, std::uint32_t b) const;
  void begin(Table& table);
  std::vector<Units> ways_to_goal(const Table& table) const;
  template <typename Visit>
  void for_each_above(std::uint32_t fact, const Block& block, Visit visit) const;
  void collect_steps(const Table& table);
  void list_readers(std::vector<Reader> steps);
  void settle(Table& table);
  bool apply(Table& table, Step& step);
  bool keep_both(Table& table, std::uint32_t pair);
  Reader reader_of(const Step& step) const;
  static bool may_lower(const Reader& reader, const Units* known, int least, int most);
  bool take(Table& table, std::uint32_t pair, const Reader& reader, Units own);
  void note_fresh(Table& table, std::uint32_t pair, std::uint32_t fact) {
    table.fresh[pair * words_ + fact / 64] |= std::uint64_t{1} << (fact % 64);
  }
  bool keep_one(Table& table, const Step& step, std::uint32_t before, bool keeps_b);
  bool keep_none(Table& table, const Step& step, std::uint32_t before);
  void join_rows(const Step& step, const Units* with, Units least);
  bool offer(Table& table, std::uint32_t pair, const Step& step, Units total);
  Role role(std::uint32_t rule, std::uint32_t block, const Block& values) const;

  const Units* row_of(const Table& table, const PairBound::Facts& wanted) const;
  std::uint32_t pair_of(const Table& table, std::uint32_t a, std::uint32_t b) const {
    return (a - table.a.begin) * (table.b.end - table.b.begin) + (b - table.b.begin);
  }
  Units* row(Table& table, std::uint32_t pair) { return table.cost.data() + pair * facts_; }
  const Units* row(const Table& table, std::uint32_t pair) const {
    return table.cost.data() + pair * facts_;
  }

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  const PairBound& pairs_;
  std::size_t facts_;
  std::size_t words_;
  std::int64_t unit_ = 0;  // that of the pairs when the tables were begun; 0: none were
  Units limit_ = 0;        // the horizon of the table that is being made, as in PairBound
  std::vector<std::pair<std::uint32_t, std::uint32_t>> possible_;  // demanded facts, dearest first
  std::vector<Table> tables_;
  std::vector<Step> steps_;  // of the table that is being made: those that touch its traits
  // And those that do not overwrite them: per fact those that need it, and last those that need
  // nothing, cheapest first.
  std::vector<Reader> readers_;
  std::vector<std::uint32_t> first_reader_;
  std::vector<Units> joined_;  // one row
  std::uint32_t now_ = 0;
};

}  // namespace weft
