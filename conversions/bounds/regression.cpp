#include "conversions/bounds/regression.h"

#include <algorithm>

namespace weft {

std::vector<Region> Regression::goal() const {
  std::vector<Region> wanted(rules_.slot_count(), any_region);
  for (const CoordinateCheck& check : problem_.goal) {
    narrow(check, wanted[check.slot]);
  }
  return wanted;
}

bool Regression::contains_source(const Region* wanted) const {
  for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
    if (wanted[slot] != any_region && !contains(slot, wanted[slot], problem_.source[slot])) {
      return false;
    }
  }
  return true;
}

Cost Regression::bound(const Region* wanted) const {
  Cost most;
  Cost sum;
  for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
    Region region = wanted[slot];
    if (region == any_region) {
      continue;
    }
    Cost reach = least(reach_, slot, region);
    if (reach == unreachable_cost) {
      return unreachable_cost;
    }
    most = std::max(most, reach);
    sum = sum + least(slots_, slot, region);
  }
  most = std::max(most, sum);
  if (pairs_.has_started()) {
    const PairBound::Facts facts = pairs_.facts_of(wanted);
    most = std::max({most, pairs_.bound(facts), triples_.bound(facts)});
  }
  return most;
}

/// Intersects the region with a check; subtrees are nested or disjoint. False if the result is
/// empty.
bool Regression::narrow(const CoordinateCheck& check, Region& region) const {
  std::uint32_t slot = check.slot;
  Region absence = check.conditional ? region & 1U : 0U;
  Coordinate begin = begin_of(slot, region);
  Coordinate end = end_of(slot, region);
  if (check.begin >= begin && check.end <= end) {
    region = 2 * check.begin + absence;
    return true;
  }
  if (begin >= check.begin && end <= check.end && begin < end) {
    region = region / 2 * 2 + absence;
    return true;
  }
  region = 2 * rules_.width(slot) + 1;
  return absence != 0;
}

bool Regression::before(std::uint32_t rule, const Region* wanted, Region* result) const {
  std::copy(wanted, wanted + rules_.slot_count(), result);
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    Region region = wanted[effect.slot];
    if (region == any_region) {
      continue;
    }
    if (!may_hold_after(effect, region)) {
      return false;
    }
    if (!effect.only_if_present) {
      result[effect.slot] = any_region;
      continue;
    }
    // An absent meaning stays absent, any other value becomes the one that is set.
    const bool brings = contains(effect.slot, region, effect.value);
    const Region present = brings ? 0U : 2 * rules_.width(effect.slot);
    result[effect.slot] = present + (region & 1U);
  }
  for (const CoordinateCheck& check : rules_.checks(rule)) {
    if (!narrow(check, result[check.slot])) {
      return false;
    }
  }
  return gains(rule, wanted, result);
}

void Regression::note_meetings(const Region* wanted) const {
  meetings_.assign(rules_.fact_count() + 1, Meeting::LeavesAlone);
  for (const CompiledRules::FactBlock& block : rules_.fact_blocks()) {
    const Region region = wanted[block.slot];
    if (region == any_region) {
      continue;
    }
    std::fill(meetings_.begin() + block.begin, meetings_.begin() + block.end, Meeting::Spoils);
    for (Coordinate at = begin_of(block.slot, region); at < end_of(block.slot, region); ++at) {
      meetings_[rules_.fact_at(rules_.place(block.slot, at))] = Meeting::Brings;
    }
  }
}

bool Regression::spoils(std::uint32_t rule, const Region* wanted) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    const Region region = wanted[effect.slot];
    if (region != any_region && !may_hold_after(effect, region)) {
      return true;
    }
  }
  return false;
}

bool Regression::gains(std::uint32_t rule, const Region* wanted, const Region* result) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    if (wanted[effect.slot] != any_region &&
        !is_within(effect.slot, result[effect.slot], wanted[effect.slot])) {
      return true;
    }
  }
  return false;
}

bool Regression::is_within(std::uint32_t slot, Region inner, Region outer) const {
  if ((inner & 1U) > (outer & 1U)) {
    return false;
  }
  Coordinate begin = begin_of(slot, inner);
  Coordinate end = end_of(slot, inner);
  return begin == end || (begin >= begin_of(slot, outer) && end <= end_of(slot, outer));
}

bool Regression::writes_wanted_before(std::uint32_t rule, std::uint32_t slot,
                                      const Region* wanted) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    if (effect.slot < slot && wanted[effect.slot] != any_region &&
        contains(effect.slot, wanted[effect.slot], effect.value)) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
