#include "conversions/table/compiled_rules.h"

#include <algorithm>

#include "conversions/table/lanes.h"

namespace weft {
namespace {

void insert_bit(std::vector<std::uint64_t>& bits, std::uint32_t at) {
  bits[at / 64] |= std::uint64_t{1} << (at % 64);
}

bool has_bit(const std::vector<std::uint64_t>& bits, std::uint32_t at) {
  return (bits[at / 64] >> (at % 64) & 1U) != 0;
}

bool intersect(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

CompiledRules::CompiledRules(const Store<ConversionRule>& rules,
                             const std::vector<std::uint32_t>& order, const Lattice& lattice) {
  number_values(lattice);
  number_data(rules);
  rules_.reserve(order.size());
  for (std::uint32_t index : order) {
    add_rule(rules[ConversionId(index)], ConversionId(index), lattice);
  }
  place_coordinates(lattice);
  build_buckets();
  build_transitions();
  build_places();
  build_facts();
}

void CompiledRules::number_values(const Lattice& lattice) {
  std::size_t count = lattice.values().size();
  std::size_t traits = lattice.traits().size();
  numbers_.assign(count, 0);
  ends_.assign(count, 0);
  widths_.assign(traits + 1, 1);
  guarantees_.assign(traits + 1, false);
  defaults_.assign(traits + 1, 0);
  // Numbers values in preorder. Parents precede children in the lattice, so one backward sweep sums
  // subtree sizes and one forward sweep places each value within its parent's range.
  std::vector<Coordinate> size(count, 1);
  for (std::size_t i = count; i-- > 0;) {
    if (auto parent = lattice.value(ValueId(i)).parent) {
      size[parent->index()] += size[i];
    }
  }
  std::vector<Coordinate> next(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const TraitValue& value = lattice.value(ValueId(i));
    Coordinate& place = value.parent ? next[value.parent->index()] : widths_[value.trait.index()];
    numbers_[i] = place;
    ends_[i] = place + size[i];
    place += size[i];
    next[i] = numbers_[i] + 1;
  }
  for (std::size_t i = 0; i < traits; ++i) {
    const Trait& trait = lattice.trait(TraitId(i));
    guarantees_[i] = trait.kind == TraitKind::Guarantee;
    if (trait.default_value) {
      defaults_[i] = numbers_[trait.default_value->index()];
    }
  }
}

void CompiledRules::number_data(const Store<ConversionRule>& rules) {
  for (const ConversionRule& rule : rules) {
    data_types_.push_back(rule.input.data);
    if (rule.output_data) {
      data_types_.push_back(*rule.output_data);
    }
  }
  std::sort(data_types_.begin(), data_types_.end());
  data_types_.erase(std::unique(data_types_.begin(), data_types_.end()), data_types_.end());
  widths_.back() = static_cast<Coordinate>(data_types_.size() + 3);
}

Coordinate CompiledRules::data_coordinate(DataType data, Coordinate foreign) const {
  auto at = std::lower_bound(data_types_.begin(), data_types_.end(), data);
  if (at == data_types_.end() || *at != data) {
    return foreign;
  }
  return static_cast<Coordinate>(at - data_types_.begin()) + 1;
}

void CompiledRules::encode(const SemanticType& type, Coordinate foreign, Coordinate* out) const {
  std::copy(defaults_.begin(), defaults_.end(), out);
  for (const TraitEntry& entry : type.entries()) {
    out[entry.trait.index()] = numbers_[entry.value.index()];
  }
  out[data_slot()] = data_coordinate(type.data(), foreign);
}

SemanticType CompiledRules::decode(const Coordinate* type, DataType foreign,
                                   const Lattice& lattice) const {
  Coordinate data = type[data_slot()];
  SemanticType result(data <= data_types_.size() ? data_types_[data - 1] : foreign);
  for (std::uint32_t slot = 0; slot < data_slot(); ++slot) {
    if (type[slot] != 0) {
      result.set(TraitId(slot), ValueId(values_[first_value_[slot] + type[slot]]), lattice);
    }
  }
  return result;
}

CoordinateCheck CompiledRules::check_of(const DemandEntry& entry) const {
  return {entry.trait.index(), numbers_[entry.value.index()], ends_[entry.value.index()],
          entry.conditional};
}

void CompiledRules::add_rule(const ConversionRule& rule, ConversionId id, const Lattice& lattice) {
  Rule compiled(id);
  compiled.features = rule.features;
  Extent extent;
  extent.cost = {rule.lossy ? 1 : 0, rule.difficulty};
  extent.checks_begin = static_cast<std::uint32_t>(checks_.size());
  extent.effects_begin = static_cast<std::uint32_t>(effects_.size());
  compiled.changes.assign(word_count(), 0);
  compiled.touches.assign(word_count(), 0);
  compiled.relies.assign(word_count(), 0);
  compiled.loses.assign(word_count(), 0);

  auto check = [&](CoordinateCheck added) {
    checks_.push_back(added);
    insert_bit(compiled.touches, added.slot);
    insert_bit(compiled.relies, added.slot);
  };
  auto add_effect = [&](CoordinateEffect added) {
    auto own = effects_.begin() + static_cast<std::ptrdiff_t>(extent.effects_begin);
    auto earlier = std::find_if(own, effects_.end(), [&](const CoordinateEffect& effect) {
      return effect.slot == added.slot;
    });
    if (earlier != effects_.end()) {
      *earlier = added;
    } else {
      effects_.push_back(added);
    }
  };
  auto change = [&](CoordinateEffect added) {
    add_effect(added);
    insert_bit(compiled.touches, added.slot);
    insert_bit(compiled.changes, added.slot);
  };

  Coordinate input_data = data_coordinate(rule.input.data, 0);
  check({data_slot(), input_data, input_data + 1, false});
  std::vector<bool> certain(widths_.size(), false);
  for (const DemandEntry& entry : rule.input.entries) {
    check(check_of(entry));
    certain[entry.trait.index()] = !entry.conditional;
  }
  if (rule.output_data && *rule.output_data != rule.input.data) {
    change({data_slot(), data_coordinate(*rule.output_data, 0), false});
    insert_bit(compiled.relies, data_slot());
  }
  for (TraitId trait : rule.keeps) {
    insert_bit(compiled.touches, trait.index());
  }
  // Sets are applied after drops and losses: a trait that is both set and dropped is set.
  for (TraitId trait : rule.drops) {
    change({trait.index(), defaults_[trait.index()], false});
  }
  std::vector<bool> survives(widths_.size(), false);
  for (TraitId trait : rule.keeps) {
    survives[trait.index()] = true;
  }
  for (const TraitEntry& entry : rule.sets) {
    survives[entry.trait.index()] = true;
  }
  for (std::uint32_t slot = 0; slot < data_slot(); ++slot) {
    if (guarantees_[slot] && !survives[slot]) {
      insert_bit(compiled.loses, slot);
      add_effect({slot, 0, false});
    }
  }
  for (const TraitEntry& entry : rule.sets) {
    std::uint32_t slot = entry.trait.index();
    bool is_meaning = lattice.trait(entry.trait).kind == TraitKind::Meaning;
    bool may_be_absent = is_meaning && !certain[slot] && defaults_[slot] == 0;
    change({slot, numbers_[entry.value.index()], may_be_absent});
    insert_bit(compiled.relies, slot);
  }
  extent.checks_end = static_cast<std::uint32_t>(checks_.size());
  extent.effects_end = static_cast<std::uint32_t>(effects_.size());
  rules_.push_back(std::move(compiled));
  extents_.push_back(extent);
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
  std::copy(from, from + slot_count(), to);
  for (const CoordinateEffect& effect : effects(rule)) {
    if (!effect.only_if_present || from[effect.slot] != 0) {
      to[effect.slot] = effect.value;
    }
  }
}

void CompiledRules::place_coordinates(const Lattice& lattice) {
  first_value_.assign(widths_.size(), 0);
  std::uint32_t total = 0;
  for (std::size_t slot = 0; slot < widths_.size(); ++slot) {
    first_value_[slot] = total;
    total += widths_[slot];
  }
  parents_.assign(total, 0);
  values_.assign(total, 0);
  subtree_ends_.assign(total, 1);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const TraitValue& value = lattice.value(ValueId(i));
    std::uint32_t at = first_value_[value.trait.index()] + numbers_[i];
    parents_[at] = value.parent ? numbers_[value.parent->index()] : 0;
    values_[at] = static_cast<std::uint32_t>(i);
    subtree_ends_[at] = ends_[i];
  }
  for (Coordinate data = 1; data < widths_.back(); ++data) {
    subtree_ends_[first_value_.back() + data] = data + 1;
  }
}

void CompiledRules::build_buckets() {
  std::size_t total = parents_.size();
  buckets_.assign(total, {});

  // Indexes each rule under its most selective check: the one shared by the fewest rules.
  std::vector<std::uint32_t> sharing(total, 0);
  for (const CoordinateCheck& check : checks_) {
    ++sharing[first_value_[check.slot] + check.begin];
  }
  std::vector<std::uint32_t> key_of(rules_.size(), 0);
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    std::optional<std::uint32_t> best;
    for (const CoordinateCheck& check : checks(static_cast<std::uint32_t>(rule))) {
      std::uint32_t key = first_value_[check.slot] + check.begin;
      if (!check.conditional && (!best || sharing[key] < sharing[*best])) {
        best = key;
      }
    }
    key_of[rule] = *best;  // the data type is always an unconditional check
    ++buckets_[*best].end;
  }
  std::uint32_t at = 0;
  for (Bucket& bucket : buckets_) {
    bucket.begin = at;
    at += bucket.end;
    bucket.end = bucket.begin;
  }
  bucket_rules_.assign(rules_.size(), 0);
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    bucket_rules_[buckets_[key_of[rule]].end++] = static_cast<std::uint32_t>(rule);
  }
}

void CompiledRules::build_transitions() {
  transitions_.assign(widths_.size(), {});
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    const Rule& compiled = rules_[rule];
    for (const CoordinateEffect& effect : effects(rule)) {
      if (!has_bit(compiled.changes, effect.slot)) {
        continue;
      }
      Transition transition{rule, effect.only_if_present ? 1U : 0U, widths_[effect.slot],
                            effect.value};
      for (const CoordinateCheck& check : checks(rule)) {
        if (check.slot == effect.slot && !check.conditional) {
          transition.from_begin = check.begin;
          transition.from_end = check.end;
        }
      }
      transitions_[effect.slot].push_back(transition);
    }
  }
  for (std::vector<Transition>& all : transitions_) {
    std::stable_sort(all.begin(), all.end(),
                     [](const Transition& a, const Transition& b) { return a.to < b.to; });
  }
}

void CompiledRules::build_places() {
  losers_.assign(widths_.size(), {});
  std::vector<std::vector<Writer>> checked(parents_.size());
  std::vector<std::vector<Writer>> writers(parents_.size());
  std::vector<std::vector<Departure>> departures(parents_.size());
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    std::uint32_t& certain = certain_checks_.emplace_back(0);
    for (const CoordinateCheck& check : checks(rule)) {
      if (!check.conditional) {
        ++certain;
        checked[place(check.slot, check.begin)].push_back({cost(rule), rule});
      }
    }
    std::int64_t changed = 0;
    for (const CoordinateEffect& effect : effects(rule)) {
      changed += has_bit(rules_[rule].changes, effect.slot) ? 1 : 0;
    }
    for (const CoordinateEffect& effect : effects(rule)) {
      if (has_bit(rules_[rule].changes, effect.slot)) {
        writers[place(effect.slot, effect.value)].push_back({cost(rule), rule});
        std::span<const CoordinateCheck> own = checks(rule);
        auto check = std::find_if(own.begin(), own.end(), [&](const CoordinateCheck& one) {
          return one.slot == effect.slot && !one.conditional;
        });
        Coordinate from = check != own.end() ? check->begin : 0;
        departures[place(effect.slot, from)].push_back(
            {rule, effect.value, cost(rule).difficulty / changed});
      } else {
        losers_[effect.slot].push_back({cost(rule), rule});
      }
    }
  }
  auto sort_by_cost = [](std::vector<std::vector<Writer>>& lists) {
    for (std::vector<Writer>& list : lists) {
      std::stable_sort(list.begin(), list.end(),
                       [](const Writer& a, const Writer& b) { return a.cost < b.cost; });
    }
  };
  sort_by_cost(checked);
  sort_by_cost(writers);
  sort_by_cost(losers_);
  auto flatten = [](const auto& lists, std::vector<Bucket>& buckets, auto& all) {
    for (const auto& list : lists) {
      auto begin = static_cast<std::uint32_t>(all.size());
      all.insert(all.end(), list.begin(), list.end());
      buckets.push_back({begin, static_cast<std::uint32_t>(all.size())});
    }
  };
  flatten(checked, checked_, checked_rules_);
  flatten(writers, writers_, writer_rules_);
  flatten(departures, departures_, departure_list_);
}

void CompiledRules::build_facts() {
  std::vector<bool> changes(slot_count(), false);
  overwritten_.assign(rules_.size() * word_count(), 0);
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    for (const CoordinateEffect& effect : effects(rule)) {
      changes[effect.slot] = true;
      overwritten_[rule * word_count() + effect.slot / 64] |= std::uint64_t{1}
                                                              << (effect.slot % 64);
    }
  }
  facts_.assign(place_count(), no_fact);
  for (std::uint32_t slot = 0; slot < slot_count(); ++slot) {
    if (!changes[slot] || width(slot) < 2) {
      continue;
    }
    const auto begin = static_cast<std::uint32_t>(fact_count());
    const auto block = static_cast<std::uint32_t>(fact_blocks_.size());
    for (Coordinate at = 1; at < width(slot); ++at) {
      facts_[place(slot, at)] = static_cast<std::uint32_t>(fact_count());
      fact_parents_.push_back(parent(slot, at) != 0 ? facts_[place(slot, parent(slot, at))]
                                                    : no_fact);
    }
    while (fact_count() % Lanes::count != 0) {
      fact_parents_.push_back(no_fact);
    }
    block_of_fact_.resize(fact_count(), block);
    fact_blocks_.push_back({slot, begin, static_cast<std::uint32_t>(fact_count())});
  }
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    FactExtent& extent = fact_extents_.emplace_back();
    extent.needed = static_cast<std::uint32_t>(fact_lists_.size());
    for (const CoordinateCheck& check : checks(rule)) {
      if (!check.conditional && changes[check.slot]) {
        fact_lists_.push_back(fact_at(place(check.slot, check.begin)));
      }
    }
    extent.gained = static_cast<std::uint32_t>(fact_lists_.size());
    for (const CoordinateEffect& effect : effects(rule)) {
      if (effect.value != 0) {
        fact_lists_.push_back(fact_at(place(effect.slot, effect.value)));
      }
    }
    extent.end = static_cast<std::uint32_t>(fact_lists_.size());
  }
}

}  // namespace weft
