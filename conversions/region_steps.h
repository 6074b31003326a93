#pragma once

#include "conversions/region.h"
#include "conversions/search_problem.h"

namespace weft {

/// Steps backwards: from what is wanted after a conversion to what must be wanted before it.
class RegionSteps {
 public:
  explicit RegionSteps(const CompiledRules& rules) : rules_(rules) {}

  /// Of the coordinates but 0.
  Coordinate begin_of(std::uint32_t, Region region) const {
    return region / 2 == 0 ? 1 : region / 2;
  }
  Coordinate end_of(std::uint32_t slot, Region region) const {
    Coordinate at = region / 2;
    Coordinate width = rules_.width(slot);
    return at == 0 || at == width ? width : rules_.subtree_end(slot, at);
  }
  bool contains(std::uint32_t slot, Region region, Coordinate at) const {
    return at == 0 ? (region & 1U) != 0 : at >= begin_of(slot, region) && at < end_of(slot, region);
  }
  /// Whether a type is what is wanted.
  bool contains_all(const Region* wanted, const Coordinate* type) const;
  /// Intersects; subtrees either contain one another or are disjoint. False if nothing is left.
  bool narrow(const CoordinateCheck& check, Region& region) const;

  /// What must be wanted before the rule so that `wanted` holds after it. False if that is never
  /// so.
  bool before(std::uint32_t rule, const Region* wanted, Region* result) const;
  /// Whether something may be outside `wanted` before the rule, `result` being what must hold
  /// there.
  bool gains(std::uint32_t rule, const Region* wanted, const Region* result) const;

 private:
  bool is_within(std::uint32_t slot, Region inner, Region outer) const;

  const CompiledRules& rules_;
};

}  // namespace weft
