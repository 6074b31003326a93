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

/// Bounds from below on the cost from the source to two wanted things at once: a conversion counts
/// from when the dearest pair among what it matches, and what else is wanted, can be had (h² of
/// planning: Haslum, Geffner, «Admissible Heuristics for Optimal Planning», AIPS 2000). As far as
/// a search needs them. A thing wanted is the subtree of a value.
///
/// One matrix of small numbers, in units of some thousandths rounded down. A conversion is applied
/// to all that it may meet at once, as one operation on rows; conversions go in the order of what
/// they cost from the source, so that a few passes reach the fixpoint.
///
/// That a trait is absent bounds nothing here. Lossy conversions are left out: what cannot be had
/// without them costs one lossy step or more. Consistent: a step back along a conversion lowers the
/// bound by at most its cost.
class PairBound {
 public:
  using Units = std::int16_t;

  /// `reach` says in which order conversions are applied, and which need not be.
  PairBound(const SearchProblem& problem, const ReachBound& reach);

  /// Tables with more values than this would need too much memory; then nothing is ever bounded.
  static constexpr std::size_t max_facts = 1024;

  /// From now on difficulties up to `horizon` are told apart, all others are known to be greater
  /// (but for rounding down to 1 / 7,500 of it). O(passes × conversions within the horizon × facts
  /// / 8).
  void extend(std::int64_t horizon);
  bool has_started() const { return has_started_; }

  /// The values of a region that are bounded; of more than `most` only the first.
  struct Facts {
    static constexpr std::size_t most = 16;
    std::array<std::uint32_t, most> facts;
    std::array<std::uint32_t, most> slots;
    std::size_t count = 0;
  };
  Facts facts_of(const Region* wanted) const;
  Cost bound(const Facts& wanted) const;
  /// Of what must be wanted before the rule for that. O(facts).
  Cost bound_before(std::uint32_t rule, const Facts& wanted) const;

  /// What is wanted besides one slot.
  struct Rest {
    Facts facts;
    std::vector<std::uint64_t> slots;  ///< a set
    Units least = 0;                   ///< a bound on what all of it costs
    std::vector<Units> with;           ///< and, per fact, on having that too
  };
  void rest_of(const Facts& wanted, std::uint32_t slot, Rest& result) const;

  struct Writer {
    std::int64_t total = 0;  ///< a bound from the source to after the rule, thousandths
    std::int64_t difficulty = 0;
    std::uint32_t rule = 0;
    /// What it needs, the same twice if that is one thing; no_fact: look at needed_facts().
    std::uint32_t needs[2] = {CompiledRules::no_fact, CompiledRules::no_fact};
    /// What it brings about besides; fact_count(): nothing; no_fact: look at effects().
    std::uint32_t brings_too = CompiledRules::no_fact;
  };
  /// As bound_before(), for a rule that overwrites nothing of the rest.
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
  /// The rules without loss that bring about just that fact, with least total first; without those
  /// whose total is beyond the horizon. Once started.
  std::span<const Writer> writers_of(std::uint32_t fact) const {
    return {writers_.data() + first_writer_[fact], writers_.data() + first_writer_[fact + 1]};
  }
  /// The same for all facts, each once.
  std::span<const Writer> by_total() const { return by_total_; }
  /// Thousandths.
  std::int64_t unit() const { return unit_; }
  /// What the fact costs with each other one, in units; beyond the horizon: more than that.
  const Units* row(std::uint32_t fact) const { return cost_.data() + fact * facts_; }
  /// What a rule of by_total() needs, in units.
  Units needs(std::uint32_t rule) const { return needs_[rule]; }
  /// A bound for what is beyond the horizon.
  Cost beyond() const { return cost_of(static_cast<Units>(limit_ + 1)); }

 private:
  /// A conversion that takes part.
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
  bool is_complete_ = false;            // there is nothing more, whatever the horizon
  std::int64_t unit_ = 0;               // thousandths
  std::int64_t horizon_ = 0;            // thousandths
  Units limit_ = 0;                     // the horizon; limit_ + 1 stands for all that is beyond
  std::vector<Units> cost_;             // per pair of facts; symmetric
  std::vector<std::uint32_t> changed_;  // per fact and block: when something there became cheaper
  std::vector<std::uint32_t> last_change_;  // per fact, of any block
  /// In thousandths, and the rules that take part; first those within the horizon, in order.
  std::vector<std::pair<std::int64_t, std::uint32_t>> estimates_;
  std::size_t in_order_ = 0;
  std::uint32_t now_ = 0;     // counts the times that steps were applied
  std::vector<Step> steps_;   // in the order of application
  std::vector<Units> needs_;  // per rule: what it needs costs, or less
  std::vector<Writer> by_total_;
  std::vector<Writer> writers_;
  std::vector<std::uint32_t> first_writer_;  // per fact, and the end
  std::vector<Units> scratch_;               // one row
};

}  // namespace weft
