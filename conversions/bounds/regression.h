#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "conversions/bounds/pair_bound.h"
#include "conversions/bounds/reach_bound.h"
#include "conversions/bounds/triple_bound.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// What a value must be so that some conversions lead from it to the demand: one region per slot.
/// Going backwards only looks at what the demand needs, however many other conversions there are.
class Regression {
 public:
  explicit Regression(const SearchProblem& problem)
      : problem_(problem),
        rules_(problem.rules),
        slots_(problem),
        reach_(problem, slots_),
        pairs_(problem, reach_),
        triples_(problem, pairs_) {}

  std::vector<Region> goal() const;
  bool contains_source(const Region* wanted) const;
  /// At most the cost from the source to what is wanted; unreachable_cost: there is no way.
  Cost bound(const Region* wanted) const;
  /// Makes the bounds better, as far as difficulties up to `horizon` go: pays where a search takes
  /// more than a few visits.
  void extend_bounds(std::int64_t horizon) { pairs_.extend(horizon); }
  /// The same of bounds that cost several times as much, for at most that horizon and with so many
  /// pairs of demanded traits.
  void extend_triples(const Region* goal, std::int64_t horizon, std::size_t pairs) {
    triples_.extend(pairs_.facts_of(goal), horizon, pairs);
  }
  /// How many pairs there could be. Once there are such bounds.
  std::size_t possible_triples() const { return triples_.possible_tables(); }

  /// What must be wanted before the rule so that `wanted` holds after it. False if that is never
  /// so.
  bool before(std::uint32_t rule, const Region* wanted, Region* result) const;

  /// Calls visit(rule) once for each available rule of at most that cost that brings about
  /// something that is wanted. Returns the least cost of a rule that was dearer, if there is one.
  template <typename Visit>
  Cost for_each_relevant(const Region* wanted, Cost most, Visit visit) const {
    Cost next = unreachable_cost;
    const bool has_pairs = pairs_.has_started();
    const PairBound::Facts facts = has_pairs ? pairs_.facts_of(wanted) : PairBound::Facts{};
    if (has_pairs) {
      note_meetings(wanted);
    }
    for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
      Region region = wanted[slot];
      if (region == any_region) {
        continue;
      }
      auto offer = [&](const auto& writers) {  // cheapest first
        for (const CompiledRules::Writer& writer : writers) {
          if (most < writer.cost) {
            next = std::min(next, writer.cost);
            break;
          }
          if (has_pairs) {
            const Cost total = writer.cost + pairs_.bound_before(writer.rule, facts);
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
        if (rules_.fact_at(place) == CompiledRules::no_fact) {
          return;  // nothing changes this slot
        }
        const auto writers = pairs_.writers_of(rules_.fact_at(place));
        for (const PairBound::Writer& writer : writers) {
          if (most.difficulty < writer.total) {
            next = std::min(next, Cost{0, writer.total});
            break;
          }
          const Meeting meeting = meeting_of(writer, wanted);
          if (meeting == Meeting::Spoils) {
            continue;
          }
          const Cost total =
              Cost{0, writer.difficulty} +
              bound_before(writer, slot, meeting == Meeting::Brings, facts, most.difficulty);
          if (most < total) {
            next = std::min(next, total);
            continue;
          }
          if (meeting == Meeting::LeavesAlone || !writes_wanted_before(writer.rule, slot, wanted)) {
            visit(writer.rule);
          }
        }
        if (writers.size() < rules_.writers_of(place).size()) {
          next = std::min(next, pairs_.beyond());
        }
      };
      if (has_pairs) {
        pairs_.rest_of(facts, slot, rest_);
        triples_.improve(rest_);
      }
      for (Coordinate at = begin_of(slot, region); at < end_of(slot, region); ++at) {
        const std::uint32_t place = rules_.place(slot, at);
        if (has_pairs && most.lossy == 0) {
          offer_within_horizon(place);
        } else {
          offer(rules_.writers_of(place));
        }
      }
      if ((region & 1U) != 0) {
        offer(rules_.writers_of(rules_.place(slot, 0)));
        offer(rules_.losers_of(slot));
      }
    }
    return next;
  }

 private:
  /// For a rule that brings about what is wanted of the slot, `rest_` being wanted besides; more
  /// than `enough` is not made any better.
  Cost bound_before(const PairBound::Writer& writer, std::uint32_t slot, bool changes_rest,
                    const PairBound::Facts& wanted, std::int64_t enough) const {
    const Cost bound = changes_rest ? pairs_.bound_before(writer.rule, wanted)
                                    : pairs_.bound_before(writer, rest_);
    const bool is_enough = bound.lossy > 0 || bound.difficulty + writer.difficulty > enough;
    if (is_enough || !(changes_rest || triples_.is_about(slot))) {
      return bound;
    }
    return std::max(bound, triples_.bound_before(writer.rule, wanted));
  }
  /// What a rule does to what is wanted of a slot.
  enum class Meeting : std::uint8_t { LeavesAlone, Brings, Spoils };
  /// To the slots that are wanted besides.
  Meeting meeting_of(const PairBound::Writer& writer, const Region* wanted) const {
    if (writer.brings_too != CompiledRules::no_fact) {
      return meetings_[writer.brings_too];
    }
    if (!rules_.overwrites_any(writer.rule, rest_.slots.data())) {
      return Meeting::LeavesAlone;
    }
    return spoils(writer.rule, wanted) ? Meeting::Spoils : Meeting::Brings;
  }
  void note_meetings(const Region* wanted) const;
  Coordinate begin_of(std::uint32_t, Region region) const {
    return region / 2 == 0 ? 1 : region / 2;
  }
  Coordinate end_of(std::uint32_t slot, Region region) const {
    Coordinate at = region / 2;
    Coordinate width = rules_.width(slot);
    return at == 0 || at == width ? width : rules_.subtree_end(slot, at);
  }
  bool contains(std::uint32_t slot, Region region, Coordinate at) const {
    return at == 0 ? (region & 1U) != 0 : at >= begin_of(slot, region) && at < end_of(slot, region);
  }
  /// Whether what is wanted of the slot may hold after that effect.
  bool may_hold_after(const CoordinateEffect& effect, Region region) const {
    return contains(effect.slot, region, effect.value) ||
           (effect.only_if_present && (region & 1U) != 0);
  }
  /// Whether what is wanted never holds after the rule.
  bool spoils(std::uint32_t rule, const Region* wanted) const;
  /// Whether the rule was visited for an earlier slot.
  bool writes_wanted_before(std::uint32_t rule, std::uint32_t slot, const Region* wanted) const;
  template <typename Bound>
  Cost least(const Bound& bound, std::uint32_t slot, Region region) const {
    Cost cost = unreachable_cost;
    if ((region & 1U) != 0) {
      cost = bound.of_absence(slot);
    }
    Coordinate at = region / 2;
    if (at == 0) {
      cost = std::min(cost, bound.of_presence(slot));
    } else if (at < rules_.width(slot)) {
      cost = std::min(cost, bound.of_subtree(rules_.place(slot, at)));
    }
    return cost;
  }
  /// Whether something may be outside `wanted` before the rule.
  bool gains(std::uint32_t rule, const Region* wanted, const Region* result) const;
  bool is_within(std::uint32_t slot, Region inner, Region outer) const;
  bool narrow(const CoordinateCheck& check, Region& region) const;

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  SlotBound slots_;
  ReachBound reach_;
  PairBound pairs_;
  TripleBound triples_;
  mutable PairBound::Rest rest_;           // of the slot that is looked at
  mutable std::vector<Meeting> meetings_;  // per fact, and one that is nothing
};

}  // namespace weft
