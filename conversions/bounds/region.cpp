#include "conversions/bounds/region.h"

namespace weft {

bool is_within(const Slots& slots, std::uint32_t slot, Region inner, Region outer) {
  if (accepts_absence(inner) && !accepts_absence(outer)) {
    return false;
  }
  const Coordinate begin = region_begin(inner);
  const Coordinate end = region_end(slots, slot, inner);
  return begin == end || (begin >= region_begin(outer) && end <= region_end(slots, slot, outer));
}

bool narrow(const Slots& slots, const CoordinateCheck& check, Region& region) {
  const std::uint32_t slot = check.slot;
  const Region absence = check.conditional ? region & 1U : 0U;
  const Coordinate begin = region_begin(region);
  const Coordinate end = region_end(slots, slot, region);
  if (check.begin >= begin && check.end <= end) {
    region = 2 * check.begin + absence;
    return true;
  }
  if (begin >= check.begin && end <= check.end && begin < end) {
    region = region / 2 * 2 + absence;
    return true;
  }
  region = 2 * slots.width(slot) + 1;
  return absence != 0;
}

}  // namespace weft
