#include "conversions/table/facts.h"

#include "conversions/table/lanes.h"

namespace weft {

Facts::Facts(const Slots& slots, const CompiledRules& rules) {
  std::vector<bool> changes(slots.count(), false);
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    for (const CoordinateEffect& effect : rules.effects(rule)) {
      changes[effect.slot] = true;
    }
  }
  at_.assign(slots.place_count(), none);
  for (std::uint32_t slot = 0; slot < slots.count(); ++slot) {
    if (!changes[slot] || slots.width(slot) < 2) {
      continue;
    }
    const auto begin = static_cast<std::uint32_t>(count());
    const auto block = static_cast<std::uint32_t>(blocks_.size());
    for (Coordinate value = 1; value < slots.width(slot); ++value) {
      at_[slots.place(slot, value)] = static_cast<std::uint32_t>(count());
      const Coordinate parent = slots.parent(slot, value);
      parents_.push_back(parent != 0 ? at_[slots.place(slot, parent)] : none);
    }
    while (count() % Lanes::count != 0) {
      parents_.push_back(none);
    }
    block_of_.resize(count(), block);
    blocks_.push_back({slot, begin, static_cast<std::uint32_t>(count())});
  }
  std::vector<std::uint32_t> row;
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    row.clear();
    for (const CoordinateCheck& check : rules.checks(rule)) {
      if (!check.conditional && changes[check.slot]) {
        row.push_back(at(slots.place(check.slot, check.begin)));
      }
    }
    needed_.add(row);
    row.clear();
    for (const CoordinateEffect& effect : rules.effects(rule)) {
      if (effect.value != 0) {
        row.push_back(at(slots.place(effect.slot, effect.value)));
      }
    }
    gained_.add(row);
  }
}

}  // namespace weft
