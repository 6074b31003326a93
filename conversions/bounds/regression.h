#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "conversions/bounds/pair_bound.h"
#include "conversions/bounds/reach_bound.h"
#include "conversions/bounds/triple_bound.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Goal regression: a subgoal is one region per slot, the set of types from which a given sequence
/// of conversions leads to the demand. before() computes the subgoal that must hold before a rule
/// so that another holds after it, the weakest precondition of the rule. Going backwards this way
/// considers only rules that achieve something the demand needs, however many others the table has.
///
/// Example: after a rule that takes {basis: tangent} and sets {basis: world}, the subgoal {basis:
/// world, encoding: linear} requires {basis: tangent, encoding: linear} before it.
///
/// Also holds the lower bounds of a search and combines them: bound() is the best that the bounds
/// made so far give. docs/conversion-bounds.md derives them and measures what they save.
class Regression {
 public:
  explicit Regression(const SearchProblem& problem)
      : problem_(problem),
        slots_(problem.slots),
        rules_(problem.rules),
        reach_(problem),
        pairs_(problem, reach_),
        triples_(problem, pairs_) {}

  std::vector<Region> goal() const;
  bool contains_source(const Region* wanted) const;
  /// A lower bound on the weight from the source to the subgoal; unreachable_weight: there is no
  /// chain.
  ChainWeight bound(const Region* wanted) const;
  /// Makes pair bounds for difficulties up to `horizon`. Pays off where a search takes more than a
  /// few visits.
  void extend_bounds(std::int64_t horizon) { pairs_.extend(horizon); }
  /// Makes triple bounds, which cost several times as much, for at most the horizon of the pairs
  /// and for `pairs` pairs of demanded traits.
  void extend_triples(const Region* goal, std::int64_t horizon, std::size_t pairs) {
    triples_.extend(wanted_facts(problem_, goal), horizon, pairs);
  }
  /// Number of pairs of demanded traits. Needs extend_triples() first.
  std::size_t possible_triples() const { return triples_.possible_tables(); }

  /// Computes the subgoal before the rule for which `wanted` holds after it. False if there is
  /// none.
  bool before(std::uint32_t rule, const Region* wanted, Region* result) const;

  /// Calls visit(rule) once for each available rule of weight at most `most` that achieves part of
  /// the subgoal. Returns the least weight of a rule that was skipped as too expensive, if any.
  template <typename Visit>
  ChainWeight for_each_relevant(const Region* wanted, ChainWeight most, Visit visit) const {
    ChainWeight next = unreachable_weight;
    const bool has_pairs = pairs_.has_started();
    const WantedFacts facts = has_pairs ? wanted_facts(problem_, wanted) : WantedFacts{};
    if (has_pairs) {
      note_meetings(wanted);
    }
    for (std::uint32_t slot = 0; slot < slots_.count(); ++slot) {
      Region region = wanted[slot];
      if (region == any_region) {
        continue;
      }
      auto offer = [&](const auto& writers) {  // cheapest first
        for (const WeightedRule& writer : writers) {
          if (most < writer.weight) {
            next = std::min(next, writer.weight);
            break;
          }
          if (has_pairs) {
            const ChainWeight total = writer.weight + pairs_.bound_before(writer.rule, facts);
            if (most < total) {
              next = std::min(next, total);
              continue;
            }
          }
          if (!writes_wanted_before(writer.rule, slot, wanted) && problem_.may_use(writer.rule)) {
            visit(writer.rule);
          }
        }
      };
      auto offer_within_horizon = [&](std::uint32_t place) {
        const std::uint32_t fact = problem_.facts.at(place);
        if (fact == Facts::none) {
          return;  // no rule changes this slot
        }
        const auto writers = pairs_.writers().of_fact[fact];
        for (const PairWriter& writer : writers) {
          if (most.difficulty < writer.total) {
            next = std::min(next, ChainWeight{0, writer.total});
            break;
          }
          const Meeting meeting = meeting_of(writer, wanted);
          if (meeting == Meeting::Spoils) {
            continue;
          }
          const ChainWeight total =
              ChainWeight{0, writer.difficulty} +
              bound_before(writer, slot, meeting == Meeting::Brings, facts, most.difficulty);
          if (most < total) {
            next = std::min(next, total);
            continue;
          }
          if (meeting == Meeting::LeavesAlone || !writes_wanted_before(writer.rule, slot, wanted)) {
            visit(writer.rule);
          }
        }
        if (writers.size() < problem_.index.writers[place].size()) {
          next = std::min(next, pairs_.beyond());
        }
      };
      if (has_pairs) {
        pairs_.rest_of(facts, slot, rest_);
        triples_.improve(rest_);
      }
      for (Coordinate at = region_begin(region); at < region_end(slots_, slot, region); ++at) {
        const std::uint32_t place = slots_.place(slot, at);
        if (has_pairs && most.lossy == 0) {
          offer_within_horizon(place);
        } else {
          offer(problem_.index.writers[place]);
        }
      }
      if (accepts_absence(region)) {
        offer(problem_.index.writers[slots_.place(slot, 0)]);
        offer(problem_.index.losers[slot]);
      }
    }
    return next;
  }

 private:
  /// The bound before a rule that achieves the wanted region of the slot; `rest_` is the rest of
  /// the subgoal. Stops improving the bound once it exceeds `enough`.
  ChainWeight bound_before(const PairWriter& writer, std::uint32_t slot, bool changes_rest,
                           const WantedFacts& wanted, std::int64_t enough) const {
    const ChainWeight bound = changes_rest ? pairs_.bound_before(writer.rule, wanted)
                                           : pairs_.bound_before(writer, rest_);
    const bool is_enough = bound.lossy > 0 || bound.difficulty + writer.difficulty > enough;
    if (is_enough || !(changes_rest || triples_.is_about(slot))) {
      return bound;
    }
    return std::max(bound, triples_.bound_before(writer.rule, wanted));
  }
  /// The effect of a rule on a wanted region.
  enum class Meeting : std::uint8_t { LeavesAlone, Brings, Spoils };
  /// The effect on the other wanted slots.
  Meeting meeting_of(const PairWriter& writer, const Region* wanted) const {
    if (writer.brings_too != Facts::none) {
      return meetings_[writer.brings_too];
    }
    if (!rules_.overwrites_any(writer.rule, rest_.slots)) {
      return Meeting::LeavesAlone;
    }
    return spoils(writer.rule, wanted) ? Meeting::Spoils : Meeting::Brings;
  }
  void note_meetings(const Region* wanted) const;
  /// Whether the subgoal cannot hold after the rule.
  bool spoils(std::uint32_t rule, const Region* wanted) const;
  /// Whether the rule was visited for an earlier slot.
  bool writes_wanted_before(std::uint32_t rule, std::uint32_t slot, const Region* wanted) const;
  /// The bound of the cheapest coordinate in the region.
  ChainWeight reach(std::uint32_t slot, Region region) const;
  /// Whether the rule may take a type outside `wanted` into it, given `result` before the rule.
  bool gains(std::uint32_t rule, const Region* wanted, const Region* result) const;

  const SearchProblem& problem_;
  const Slots& slots_;
  const CompiledRules& rules_;
  ReachBound reach_;
  PairBound pairs_;
  TripleBound triples_;
  mutable PairBound::Rest rest_;           // of the slot at hand
  mutable std::vector<Meeting> meetings_;  // per fact, and one entry for "no fact"
};

}  // namespace weft
