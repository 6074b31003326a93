#pragma once

#include <algorithm>
#include <span>

#include "composer/plan.h"

namespace weft {

/// The types that the author states a value to have (`as {…}`), in order. O(log).
inline std::span<const StatedType> stated_types_of(const Plan& plan, EvaluationId value) {
  const auto before = [](const StatedType& a, const StatedType& b) { return a.value < b.value; };
  const auto range = std::equal_range(plan.stated_types.begin(), plan.stated_types.end(),
                                      StatedType{value, TypeId(0)}, before);
  return {range.first, range.second};
}

}  // namespace weft
