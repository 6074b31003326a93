#pragma once

#include <algorithm>
#include <span>

#include "composer/evaluations/plan.h"

namespace weft {

/// The types that the author states a value to have (`as {…}`), in order. O(log).
inline std::span<const StatedType> stated_types_of(const Plan& plan, EvaluationId value) {
  const auto before = [](const StatedType& a, const StatedType& b) { return a.value < b.value; };
  const auto range = std::equal_range(plan.stated_types.begin(), plan.stated_types.end(),
                                      StatedType{value, TypeId(0)}, before);
  return {range.first, range.second};
}

/// Whether an evaluation does nothing but convert its first input, or take it to another stage.
bool is_conversion(const Library& library, const Evaluation& evaluation);

/// Whether a value has the type that is demanded, by its own type or by one that the author states.
/// A constant takes on the traits that are demanded of it, and keeps them when it is converted.
/// Features state no size of arrays, and nothing is said of their elements. O(conversions in a
/// row).
bool meets_demand(const Library& library, const Plan& plan, EvaluationId value,
                  const Demand& demand);

/// What a pattern of a fragment's signature demands beside its trait variables.
/// `type_arguments`: one per type parameter of the fragment.
Demand demand_of_pattern(const Library& library, const Fragment& fragment,
                         const TypePattern& pattern, const std::vector<DataType>& type_arguments);

}  // namespace weft
