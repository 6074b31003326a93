#include "conversions/region_steps.h"

#include <algorithm>

namespace weft {

bool RegionSteps::contains_all(const Region* wanted, const Coordinate* type) const {
  for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
    if (wanted[slot] != any_region && !contains(slot, wanted[slot], type[slot])) {
      return false;
    }
  }
  return true;
}

bool RegionSteps::narrow(const CoordinateCheck& check, Region& region) const {
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

bool RegionSteps::before(std::uint32_t rule, const Region* wanted, Region* result) const {
  std::copy(wanted, wanted + rules_.slot_count(), result);
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    Region region = wanted[effect.slot];
    if (region == any_region) {
      continue;
    }
    bool brings = contains(effect.slot, region, effect.value);
    if (!effect.only_if_present) {
      if (!brings) {
        return false;
      }
      result[effect.slot] = any_region;
      continue;
    }
    // An absent meaning stays absent, any other becomes what is set.
    bool absence = (region & 1U) != 0;
    if (!brings && !absence) {
      return false;
    }
    Region present = brings ? 0U : 2 * rules_.width(effect.slot);
    result[effect.slot] = present + (absence ? 1U : 0U);
  }
  for (const CoordinateCheck& check : rules_.checks(rule)) {
    if (!narrow(check, result[check.slot])) {
      return false;
    }
  }
  return true;
}

bool RegionSteps::gains(std::uint32_t rule, const Region* wanted, const Region* result) const {
  for (const CoordinateEffect& effect : rules_.effects(rule)) {
    if (wanted[effect.slot] != any_region &&
        !is_within(effect.slot, result[effect.slot], wanted[effect.slot])) {
      return true;
    }
  }
  return false;
}

bool RegionSteps::is_within(std::uint32_t slot, Region inner, Region outer) const {
  if ((inner & 1U) > (outer & 1U)) {
    return false;
  }
  Coordinate begin = begin_of(slot, inner);
  Coordinate end = end_of(slot, inner);
  return begin == end || (begin >= begin_of(slot, outer) && end <= end_of(slot, outer));
}

}  // namespace weft
