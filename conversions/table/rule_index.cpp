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
  std::vector<std::vector<std::uint32_t>> lists(slots.place_count());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    std::optional<std::uint32_t> best;
    for (const CoordinateCheck& check : rules.checks(rule)) {
      const std::uint32_t key = place_of(check);
      if (!check.conditional && (!best || sharing[key] < sharing[*best])) {
        best = key;
      }
    }
    lists[*best].push_back(rule);  // the data type is always an unconditional check
  }
  return Rows<std::uint32_t>(lists);
}

using Lists = std::vector<std::vector<WeightedRule>>;

Rows<WeightedRule> cheapest_first(Lists lists) {
  for (std::vector<WeightedRule>& list : lists) {
    std::stable_sort(list.begin(), list.end(), [](const WeightedRule& a, const WeightedRule& b) {
      return a.weight < b.weight;
    });
  }
  return Rows<WeightedRule>(lists);
}

Rows<WeightedRule> index_readers(const Slots& slots, const CompiledRules& rules) {
  Lists readers(slots.place_count());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    for (const CoordinateCheck& check : rules.checks(rule)) {
      if (!check.conditional) {
        readers[slots.place(check.slot, check.begin)].push_back({rules.weight(rule), rule});
      }
    }
  }
  return cheapest_first(std::move(readers));
}

Rows<Transition> index_transitions(const Slots& slots, const CompiledRules& rules) {
  std::vector<std::vector<Transition>> lists(slots.count());
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
      lists[effect.slot].push_back(transition);
    }
  }
  for (std::vector<Transition>& list : lists) {
    std::stable_sort(list.begin(), list.end(),
                     [](const Transition& a, const Transition& b) { return a.to < b.to; });
  }
  return Rows<Transition>(lists);
}

}  // namespace

RuleIndex make_rule_index(const Slots& slots, const CompiledRules& rules) {
  RuleIndex index;
  index.by_check = index_by_check(slots, rules);
  index.readers = index_readers(slots, rules);
  Lists writers(slots.place_count());
  Lists losers(slots.count());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    for (const CoordinateEffect& effect : rules.effects(rule)) {
      std::vector<WeightedRule>& list = has_slot(rules.changes(rule), effect.slot)
                                            ? writers[slots.place(effect.slot, effect.value)]
                                            : losers[effect.slot];
      list.push_back({rules.weight(rule), rule});
    }
  }
  index.writers = cheapest_first(std::move(writers));
  index.losers = cheapest_first(std::move(losers));
  index.transitions = index_transitions(slots, rules);
  return index;
}

}  // namespace weft
