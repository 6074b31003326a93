#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "conversions/bounds/pair_matrix.h"
#include "conversions/bounds/pair_writers.h"
#include "conversions/bounds/reach_bound.h"
#include "conversions/bounds/rule_order.h"
#include "conversions/bounds/wanted_facts.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Lower bounds on the weight of achieving two facts at once from the source: the heuristic h² of
/// planning (Haslum, Geffner, "Admissible Heuristics for Optimal Planning", AIPS 2000).
///
/// The weight of a pair {p, q} is the least, over rules that achieve p and do not destroy q, of the
/// rule's difficulty plus the most expensive pair among its needs and q. Taking the maximum over
/// pairs instead of the true weight of the whole set makes it a lower bound.
///
/// The weights are one symmetric matrix of 16-bit numbers (pair_matrix.h), in units of some
/// thousandths, rounded down. A rule is applied to a whole row at once: the row of what it achieves
/// becomes min(itself, max of the rows of its needs + difficulty). Rules are applied in the order
/// of their estimated weight from the source, so a few passes reach the fixed point. Only weights
/// up to a horizon are computed; extend() raises it as the search needs.
///
/// Absence of a trait is not bounded here. Lossy rules are left out, so a pair that cannot be
/// achieved without them costs at least one lossy step. Consistent: one step back along a rule
/// lowers the bound by at most the rule's weight.
class PairBound {
 public:
  using Units = PairMatrix::Units;

  /// `reach`: gives the order in which rules are applied, and the rules that can be skipped.
  PairBound(const SearchProblem& problem, const ReachBound& reach)
      : problem_(problem), reach_(reach), matrix_(problem.facts) {}

  /// Larger tables would need too much memory; no bounds are made for them.
  static constexpr std::size_t max_facts = 1024;

  /// Raises the horizon: difficulties up to `horizon` are told apart, all others are known to be
  /// greater (up to rounding down to 1 / 7,500 of it). O(passes × rules within the horizon × facts
  /// / 8).
  void extend(std::int64_t horizon);
  bool has_started() const { return scale_.unit > 0; }

  ChainWeight bound(const WantedFacts& wanted) const {
    return scale_.weight(matrix_.most_among(wanted.all()));
  }
  /// The bound of the subgoal that must hold before the rule, for `wanted` after it. O(facts).
  ChainWeight bound_before(std::uint32_t rule, const WantedFacts& wanted) const;

  /// A subgoal without one of its slots.
  struct Rest {
    WantedFacts facts;
    SlotSet slots;
    Units least = 0;          ///< lower bound on achieving all of it
    std::vector<Units> with;  ///< per fact: on achieving it as well
  };
  void rest_of(const WantedFacts& wanted, std::uint32_t slot, Rest& result) const;
  /// As bound_before(), for a rule that changes no slot of the rest.
  ChainWeight bound_before(const PairWriter& writer, const Rest& rest) const {
    Units most = std::max(rest.least, needs_[writer.rule]);
    if (writer.needs[0] != Facts::none) {
      most = std::max({most, rest.with[writer.needs[0]], rest.with[writer.needs[1]]});
    } else {
      for (std::uint32_t fact : problem_.facts.needed(writer.rule)) {
        most = std::max(most, rest.with[fact]);
      }
    }
    return scale_.weight(most);
  }

  /// The rules that are not lossy, up to the horizon. Needs extend() first.
  const PairWriters& writers() const { return writers_; }
  /// In thousandths.
  std::int64_t unit() const { return scale_.unit; }
  /// The weight of the fact together with each other one, in units. Beyond the horizon: at least
  /// this.
  const Units* row(std::uint32_t fact) const { return matrix_.row(fact); }
  /// The weight of the needs of a rule among writers(), in units.
  Units needs(std::uint32_t rule) const { return needs_[rule]; }
  /// The bound of everything beyond the horizon.
  ChainWeight beyond() const { return scale_.weight(scale_.beyond()); }

 private:
  /// How weights are rounded, and how far they are known.
  struct Scale {
    std::int64_t unit = 0;     // thousandths; 0: nothing is known
    std::int64_t horizon = 0;  // thousandths
    Units limit = 0;           // the horizon in units
    bool is_complete = false;  // a higher horizon would add nothing

    Units beyond() const { return static_cast<Units>(limit + 1); }
    ChainWeight weight(Units units) const {
      return units > limit && is_complete ? ChainWeight{1, 0} : ChainWeight{0, units * unit};
    }
  };
  /// A rule within the horizon.
  struct Step {
    std::uint32_t rule = 0;
    Units difficulty = 0;
    PairMatrix::Time applied = 0;
  };

  void start();
  void collect_steps();
  bool settle();
  bool apply(Step& step);
  bool carry(const Step& step, std::uint32_t block);
  void list_writers_within_horizon();

  const SearchProblem& problem_;
  const ReachBound& reach_;
  Scale scale_;
  PairMatrix matrix_;
  RuleOrder order_;
  std::vector<Step> steps_;   // in the order of application
  std::vector<Units> needs_;  // per rule: lower bound on the weight of its needs
  PairWriters writers_;
  std::vector<Units> scratch_;  // one row
};

}  // namespace weft
