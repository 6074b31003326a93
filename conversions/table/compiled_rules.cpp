#include "conversions/table/compiled_rules.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

bool survives(const ConversionRule& rule, std::uint32_t guarantee) {
  return std::any_of(rule.keeps.begin(), rule.keeps.end(),
                     [=](TraitId trait) { return trait.index() == guarantee; }) ||
         std::any_of(rule.sets.begin(), rule.sets.end(),
                     [=](const TraitEntry& entry) { return entry.trait.index() == guarantee; });
}

}  // namespace

CompiledRules::CompiledRules(const Store<ConversionRule>& rules,
                             const std::vector<std::uint32_t>& order, const Slots& slots,
                             const Lattice& lattice)
    : slot_count_(slots.count()), words_(slots.word_count()) {
  rules_.reserve(order.size());
  for (std::uint32_t index : order) {
    add_rule(rules[ConversionId(index)], ConversionId(index), slots, lattice);
  }
  overwritten_.assign(rules_.size() * words_, 0);
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    for (const CoordinateEffect& effect : effects(rule)) {
      overwritten_[rule * words_ + effect.slot / 64] |= std::uint64_t{1} << (effect.slot % 64);
    }
  }
}

void CompiledRules::add_rule(const ConversionRule& rule, ConversionId id, const Slots& slots,
                             const Lattice& lattice) {
  Rule compiled(id);
  compiled.features = rule.features;
  for (SlotSet* set : {&compiled.changes, &compiled.touches, &compiled.relies, &compiled.loses}) {
    set->assign(words_, 0);
  }
  std::vector<CoordinateCheck> checks;
  checks.reserve(rule.input.entries.size() + 1);
  std::vector<CoordinateEffect> effects;
  effects.reserve(slots.count());
  auto check = [&](CoordinateCheck added) {
    checks.push_back(added);
    insert_slot(compiled.touches, added.slot);
    insert_slot(compiled.relies, added.slot);
  };
  auto add_effect = [&](CoordinateEffect added) {
    auto earlier =
        std::find_if(effects.begin(), effects.end(),
                     [&](const CoordinateEffect& effect) { return effect.slot == added.slot; });
    if (earlier != effects.end()) {
      *earlier = added;
    } else {
      effects.push_back(added);
    }
  };
  auto change = [&](CoordinateEffect added) {
    add_effect(added);
    insert_slot(compiled.touches, added.slot);
    insert_slot(compiled.changes, added.slot);
  };

  const std::uint32_t data_slot = slots.data_slot();
  Coordinate input_data = slots.data_coordinate(rule.input.data, 0);
  check({data_slot, input_data, input_data + 1, false});
  SlotSet certain(words_, 0);
  for (const DemandEntry& entry : rule.input.entries) {
    check(slots.check_of(entry));
    if (!entry.conditional) {
      insert_slot(certain, entry.trait.index());
    }
  }
  if (rule.output_data && *rule.output_data != rule.input.data) {
    change({data_slot, slots.data_coordinate(*rule.output_data, 0), false});
    insert_slot(compiled.relies, data_slot);
  }
  for (TraitId trait : rule.keeps) {
    insert_slot(compiled.touches, trait.index());
  }
  // Sets are applied after drops and losses: a trait that is both set and dropped is set.
  for (TraitId trait : rule.drops) {
    change({trait.index(), slots.default_of(trait.index()), false});
  }
  for (std::uint32_t slot = 0; slot < data_slot; ++slot) {
    if (slots.is_guarantee(slot) && !survives(rule, slot)) {
      insert_slot(compiled.loses, slot);
      add_effect({slot, 0, false});
    }
  }
  for (const TraitEntry& entry : rule.sets) {
    std::uint32_t slot = entry.trait.index();
    bool is_meaning = lattice.trait(entry.trait).kind == TraitKind::Meaning;
    bool may_be_absent = is_meaning && !has_slot(certain, slot) && slots.default_of(slot) == 0;
    change({slot, slots.coordinate(entry.value), may_be_absent});
    insert_slot(compiled.relies, slot);
  }
  rules_.push_back(std::move(compiled));
  weights_.push_back({rule.lossy ? 1 : 0, rule.difficulty});
  checks_.add(checks);
  effects_.add(effects);
}

bool CompiledRules::independent(std::uint32_t a, std::uint32_t b) const {
  const Rule& first = rules_[a];
  const Rule& second = rules_[b];
  return !intersect(first.changes, second.touches) && !intersect(second.changes, first.touches) &&
         !intersect(first.loses, second.relies) && !intersect(second.loses, first.relies);
}

bool CompiledRules::matches(std::uint32_t rule, const Coordinate* type) const {
  for (const CoordinateCheck& check : checks(rule)) {
    if (!check.meets(type[check.slot])) {
      return false;
    }
  }
  return true;
}

void CompiledRules::apply(std::uint32_t rule, const Coordinate* from, Coordinate* to) const {
  std::copy(from, from + slot_count_, to);
  for (const CoordinateEffect& effect : effects(rule)) {
    if (!effect.only_if_present || from[effect.slot] != 0) {
      to[effect.slot] = effect.value;
    }
  }
}

}  // namespace weft
