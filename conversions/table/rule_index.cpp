#include "conversions/table/rule_index.h"

#include <algorithm>
#include <optional>

namespace weft {
namespace {

/// Each rule under its most selective check: the one shared by the fewest rules.
Rows<std::uint32_t> index_by_check(const Slots& slots, const CompiledRules& rules) {
  const auto place_of = [&slots](const CoordinateCheck& check) {
    return slots.place(check.slot, check.begin);
  };
  std::vector<std::uint32_t> sharing(slots.place_count(), 0);
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    for (const CoordinateCheck& check : rules.checks(rule)) {
      ++sharing[place_of(check)];
    }
  }
  std::vector<std::uint32_t> places(rules.size());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    std::optional<std::uint32_t> best;
    for (const CoordinateCheck& check : rules.checks(rule)) {
      const std::uint32_t place = place_of(check);
      if (!check.conditional && (!best || sharing[place] < sharing[*best])) {
        best = place;
      }
    }
    places[rule] = *best;  // the data type is always an unconditional check
  }
  return Rows<std::uint32_t>::sorted(slots.place_count(), [&](auto visit) {
    for (std::uint32_t rule = 0; rule < places.size(); ++rule) {
      visit(places[rule], rule);
    }
  });
}

Rows<Transition> index_transitions(const Slots& slots, const CompiledRules& rules) {
  struct Change {
    std::uint32_t slot = 0;
    Transition transition;
  };
  std::vector<Change> changes;
  changes.reserve(rules.size());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    for (const CoordinateEffect& effect : rules.effects(rule)) {
      if (!has_slot(rules.changes(rule), effect.slot)) {
        continue;
      }
      Transition transition{rule, effect.only_if_present ? 1U : 0U, slots.width(effect.slot),
                            effect.value};
      for (const CoordinateCheck& check : rules.checks(rule)) {
        if (check.slot == effect.slot && !check.conditional) {
          transition.from_begin = check.begin;
          transition.from_end = check.end;
        }
      }
      changes.push_back({effect.slot, transition});
    }
  }
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return a.transition.to < b.transition.to;
  });
  return Rows<Transition>::sorted(slots.count(), [&](auto visit) {
    for (const Change& change : changes) {
      visit(change.slot, change.transition);
    }
  });
}

std::vector<WeightedRule> cheapest_first(const CompiledRules& rules) {
  std::vector<WeightedRule> sorted;
  sorted.reserve(rules.size());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    sorted.push_back({rules.weight(rule), rule});
  }
  std::sort(sorted.begin(), sorted.end(), [](const WeightedRule& a, const WeightedRule& b) {
    return a.weight != b.weight ? a.weight < b.weight : a.rule < b.rule;
  });
  return sorted;
}

}  // namespace

RuleIndex make_rule_index(const Slots& slots, const CompiledRules& rules) {
  const std::vector<WeightedRule> sorted = cheapest_first(rules);
  RuleIndex index;
  index.by_check = index_by_check(slots, rules);
  index.readers = Rows<WeightedRule>::sorted(slots.place_count(), [&](auto visit) {
    for (const WeightedRule& each : sorted) {
      for (const CoordinateCheck& check : rules.checks(each.rule)) {
        if (!check.conditional) {
          visit(slots.place(check.slot, check.begin), each);
        }
      }
    }
  });
  index.writers = Rows<WeightedRule>::sorted(slots.place_count(), [&](auto visit) {
    for (const WeightedRule& each : sorted) {
      for (const CoordinateEffect& effect : rules.effects(each.rule)) {
        if (has_slot(rules.changes(each.rule), effect.slot)) {
          visit(slots.place(effect.slot, effect.value), each);
        }
      }
    }
  });
  index.losers = Rows<WeightedRule>::sorted(slots.count(), [&](auto visit) {
    for (const WeightedRule& each : sorted) {
      for (const CoordinateEffect& effect : rules.effects(each.rule)) {
        if (!has_slot(rules.changes(each.rule), effect.slot)) {
          visit(effect.slot, each);
        }
      }
    }
  });
  index.transitions = index_transitions(slots, rules);
  return index;
}

}  // namespace weft
