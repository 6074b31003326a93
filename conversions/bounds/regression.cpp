#include "conversions/bounds/regression.h"

#include <algorithm>

namespace weft {

std::vector<Region> Regression::goal() const {
  std::vector<Region> wanted(slots_.count(), any_region);
  for (const CoordinateCheck& check : problem_.goal) {
    narrow(slots_, check, wanted[check.slot]);
  }
  return wanted;
}

bool Regression::contains_source(const Region* wanted) const {
  for (std::uint32_t slot = 0; slot < slots_.count(); ++slot) {
    if (wanted[slot] != any_region &&
        !contains(slots_, slot, wanted[slot], problem_.source[slot])) {
      return false;
    }
  }
  return true;
}

ChainWeight Regression::reach(std::uint32_t slot, Region region) const {
  ChainWeight weight = accepts_absence(region) ? reach_.of_absence(slot) : unreachable_weight;
  const Coordinate at = region / 2;
  if (at == 0) {
    weight = std::min(weight, reach_.of_presence(slot));
  } else if (at < slots_.width(slot)) {
    weight = std::min(weight, reach_.of_subtree(slots_.place(slot, at)));
  }
  return weight;
}

ChainWeight Regression::bound(const Region* wanted) const {
  ChainWeight most;
  for (std::uint32_t slot = 0; slot < slots_.count(); ++slot) {
    if (wanted[slot] != any_region) {
      most = std::max(most, reach(slot, wanted[slot]));
    }
  }
  if (most != unreachable_weight && pairs_.has_started()) {
    const WantedFacts facts = wanted_facts(problem_, wanted);
    most = std::max({most, pairs_.bound(facts), triples_.bound(facts)});
  }
  return most;
}

bool Regression::before(std::uint32_t rule, const Region* wanted, Region* result) const {
  std::copy(wanted, wanted + slots_.count(), result);
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    Region region = wanted[effect.slot];
    if (region == any_region) {
      continue;
    }
    if (!may_hold_after(slots_, effect, region)) {
      return false;
    }
    if (!effect.only_if_present) {
      result[effect.slot] = any_region;
      continue;
    }
    // An absent meaning stays absent, any other value becomes the one that is set.
    const bool brings = contains(slots_, effect.slot, region, effect.value);
    const Region present = brings ? 0U : 2 * slots_.width(effect.slot);
    result[effect.slot] = present + (region & 1U);
  }
  for (const CoordinateCheck& check : rules_.checks(rule)) {
    if (!narrow(slots_, check, result[check.slot])) {
      return false;
    }
  }
  return gains(rule, wanted, result);
}

void Regression::note_meetings(const Region* wanted) const {
  const Facts& facts = problem_.facts;
  meetings_.assign(facts.count() + 1, Meeting::LeavesAlone);
  for (const Facts::Block& block : facts.blocks()) {
    const Region region = wanted[block.slot];
    if (region == any_region) {
      continue;
    }
    std::fill(meetings_.begin() + block.begin, meetings_.begin() + block.end, Meeting::Spoils);
    const Coordinate end = region_end(slots_, block.slot, region);
    for (Coordinate at = region_begin(region); at < end; ++at) {
      meetings_[facts.at(slots_.place(block.slot, at))] = Meeting::Brings;
    }
  }
}

bool Regression::spoils(std::uint32_t rule, const Region* wanted) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    const Region region = wanted[effect.slot];
    if (region != any_region && !may_hold_after(slots_, effect, region)) {
      return true;
    }
  }
  return false;
}

bool Regression::gains(std::uint32_t rule, const Region* wanted, const Region* result) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    if (wanted[effect.slot] != any_region &&
        !is_within(slots_, effect.slot, result[effect.slot], wanted[effect.slot])) {
      return true;
    }
  }
  return false;
}

bool Regression::writes_wanted_before(std::uint32_t rule, std::uint32_t slot,
                                      const Region* wanted) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    if (effect.slot < slot && wanted[effect.slot] != any_region &&
        contains(slots_, effect.slot, wanted[effect.slot], effect.value)) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
