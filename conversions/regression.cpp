#include "conversions/regression.h"

#include <algorithm>

namespace weft {

std::vector<Region> Regression::goal() const {
  std::vector<Region> wanted(rules_.slot_count(), any_region);
  for (const CoordinateCheck& check : problem_.goal) {
    steps_.narrow(check, wanted[check.slot]);
  }
  return wanted;
}

Cost Regression::bound(const Region* wanted, Cost so_far) const {
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
    most = std::max({most, pairs_.bound(facts), tuples_.bound(wanted, facts, so_far)});
  }
  return most;
}

bool Regression::writes_wanted_before(std::uint32_t rule, std::uint32_t slot,
                                      const Region* wanted) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    if (effect.slot < slot && wanted[effect.slot] != any_region &&
        steps_.contains(effect.slot, wanted[effect.slot], effect.value)) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
