#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "conversions/bounds/reach_bound.h"
#include "conversions/bounds/region.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Lower bounds on the cost of achieving two facts at once from the source: the heuristic h² of
/// planning (Haslum, Geffner, "Admissible Heuristics for Optimal Planning", AIPS 2000).
///
/// The cost of a pair {p, q} is the least, over rules that achieve p and do not destroy q, of the
/// rule's difficulty plus the most expensive pair among its needs and q. Taking the maximum over
/// pairs instead of the true cost of the whole set makes it a lower bound. A fact here is the
/// subtree of a value: a need is met by anything below it.
///
/// The costs are one symmetric matrix of 16-bit numbers, in units of some thousandths, rounded
/// down. A rule is applied to a whole row at once: the row of what it achieves becomes min(itself,
/// max of the rows of its needs + difficulty). Rules are applied in the order of their estimated
/// cost from the source, so a few passes reach the fixed point. Only costs up to a horizon are
/// computed; extend() raises it as the search needs.
///
/// Absence of a trait is not bounded here. Lossy rules are left out, so a pair that cannot be
/// achieved without them costs at least one lossy step. Consistent: one step back along a rule
/// lowers the bound by at most the rule's cost.
class PairBound {
 public:
  using Units = std::int16_t;

  /// `reach`: gives the order in which rules are applied, and the rules that can be skipped.
  PairBound(const SearchProblem& problem, const ReachBound& reach);

  /// Larger tables would need too much memory; no bounds are made for them.
  static constexpr std::size_t max_facts = 1024;

  /// Raises the horizon: difficulties up to `horizon` are told apart, all others are known to be
  /// greater (up to rounding down to 1 / 7,500 of it). O(passes × rules within the horizon × facts
  /// / 8).
  void extend(std::int64_t horizon);
  bool has_started() const { return has_started_; }

  /// The facts among the wanted regions; only the first `most`.
  struct Facts {
    static constexpr std::size_t most = 16;
    std::array<std::uint32_t, most> facts;
    std::array<std::uint32_t, most> slots;
    std::size_t count = 0;
  };
  Facts facts_of(const Region* wanted) const;
  Cost bound(const Facts& wanted) const;
  /// The bound of the subgoal that must hold before the rule, for `wanted` after it. O(facts).
  Cost bound_before(std::uint32_t rule, const Facts& wanted) const;

  /// A subgoal without one of its slots.
  struct Rest {
    Facts facts;
    std::vector<std::uint64_t> slots;  ///< a set
    Units least = 0;                   ///< lower bound on achieving all of it
    std::vector<Units> with;           ///< per fact: on achieving it as well
  };
  void rest_of(const Facts& wanted, std::uint32_t slot, Rest& result) const;

  struct Writer {
    std::int64_t total = 0;  ///< lower bound from the source to after the rule, thousandths
    std::int64_t difficulty = 0;
    std::uint32_t rule = 0;
    /// The facts it needs; a single one is stored twice. no_fact: see needed_facts().
    std::uint32_t needs[2] = {CompiledRules::no_fact, CompiledRules::no_fact};
    /// The other fact it achieves; fact_count(): none; no_fact: see effects().
    std::uint32_t brings_too = CompiledRules::no_fact;
  };
  /// As bound_before(), for a rule that changes no slot of the rest.
  Cost bound_before(const Writer& writer, const Rest& rest) const {
    Units most = std::max(rest.least, needs_[writer.rule]);
    if (writer.needs[0] != CompiledRules::no_fact) {
      most = std::max({most, rest.with[writer.needs[0]], rest.with[writer.needs[1]]});
    } else {
      for (std::uint32_t fact : rules_.needed_facts(writer.rule)) {
        most = std::max(most, rest.with[fact]);
      }
    }
    return cost_of(most);
  }
  /// The rules that are not lossy and achieve exactly that fact, by ascending total, up to the
  /// horizon. Needs extend() first.
  std::span<const Writer> writers_of(std::uint32_t fact) const {
    return {writers_.data() + first_writer_[fact], writers_.data() + first_writer_[fact + 1]};
  }
  /// The same for all facts, each rule once.
  std::span<const Writer> by_total() const { return by_total_; }
  /// In thousandths.
  std::int64_t unit() const { return unit_; }
  /// The cost of the fact together with each other one, in units. Beyond the horizon: at least
  /// this.
  const Units* row(std::uint32_t fact) const { return cost_.data() + fact * facts_; }
  /// The cost of the needs of a rule of by_total(), in units.
  Units needs(std::uint32_t rule) const { return needs_[rule]; }
  /// The bound of everything beyond the horizon.
  Cost beyond() const { return cost_of(static_cast<Units>(limit_ + 1)); }

 private:
  /// A rule within the horizon.
  struct Step {
    std::uint32_t rule = 0;
    Units difficulty = 0;
    std::uint32_t applied = 0;
  };

  void start();
  void estimate();
  void collect_steps();
  bool settle();
  void list_writers();
  bool is_complete() const;
  bool carries_all(std::uint32_t rule, std::uint32_t gained,
                   const CompiledRules::FactBlock& block) const;
  bool apply(Step& step);
  bool reach(std::uint32_t a, std::uint32_t b, Units cost);
  bool carry(const Step& step, std::uint32_t block, const Units* with, const Units* and_with);
  Cost cost_of(Units units) const {
    return units > limit_ && is_complete_ ? Cost{1, 0} : Cost{0, units * unit_};
  }
  Units cost_of_needs(std::uint32_t rule) const;
  bool is_usable(std::uint32_t rule) const;

  Units* row(std::uint32_t fact) { return cost_.data() + fact * facts_; }
  std::uint32_t& changed(std::uint32_t fact, std::uint32_t block) {
    return changed_[fact * blocks_ + block];
  }
  void note_change(std::uint32_t fact, std::uint32_t block) {
    changed(fact, block) = now_;
    last_change_[fact] = now_;
  }

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  const ReachBound& reach_;
  std::size_t facts_;
  std::size_t blocks_;
  bool has_started_ = false;
  bool is_complete_ = false;                // a higher horizon would add nothing
  std::int64_t unit_ = 0;                   // thousandths
  std::int64_t horizon_ = 0;                // thousandths
  Units limit_ = 0;                         // the horizon; limit_ + 1 means beyond
  std::vector<Units> cost_;                 // per pair of facts; symmetric
  std::vector<std::uint32_t> changed_;      // per fact and block: when an entry last fell
  std::vector<std::uint32_t> last_change_;  // per fact, of any block
  /// (estimate in thousandths, rule); those within the horizon come first, sorted.
  std::vector<std::pair<std::int64_t, std::uint32_t>> estimates_;
  std::size_t in_order_ = 0;
  std::uint32_t now_ = 0;     // logical clock: number of steps applied
  std::vector<Step> steps_;   // in the order of application
  std::vector<Units> needs_;  // per rule: lower bound on the cost of its needs
  std::vector<Writer> by_total_;
  std::vector<Writer> writers_;
  std::vector<std::uint32_t> first_writer_;  // per fact, and the end
  std::vector<Units> scratch_;               // one row
};

}  // namespace weft
