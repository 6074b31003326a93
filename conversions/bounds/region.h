#pragma once

#include <cstdint>

#include "conversions/table/compiled_rules.h"

namespace weft {

/// The set of coordinates of one slot that a subgoal accepts, packed into one integer:
///   2 v + z        the subtree of v, plus 0 (absent) if z
///   z              (v = 0) every value, plus 0 if z; so 1 accepts everything
///   2 width + 1    only 0
using Region = std::uint32_t;
inline constexpr Region any_region = 1;

inline bool accepts_absence(Region region) { return (region & 1U) != 0; }

/// The accepted values, without absence, are [begin, end).
inline Coordinate region_begin(Region region) { return region / 2 == 0 ? 1 : region / 2; }
inline Coordinate region_end(const Slots& slots, std::uint32_t slot, Region region) {
  const Coordinate at = region / 2;
  const Coordinate width = slots.width(slot);
  return at == 0 || at == width ? width : slots.subtree_end(slot, at);
}

inline bool contains(const Slots& slots, std::uint32_t slot, Region region, Coordinate at) {
  return at == 0 ? accepts_absence(region)
                 : at >= region_begin(region) && at < region_end(slots, slot, region);
}

/// Whether the region may be satisfied after the effect.
inline bool may_hold_after(const Slots& slots, const CoordinateEffect& effect, Region region) {
  return contains(slots, effect.slot, region, effect.value) ||
         (effect.only_if_present && accepts_absence(region));
}

bool is_within(const Slots& slots, std::uint32_t slot, Region inner, Region outer);

/// Intersects the region with a check; subtrees are nested or disjoint. False if the result is
/// empty.
bool narrow(const Slots& slots, const CoordinateCheck& check, Region& region);

}  // namespace weft
