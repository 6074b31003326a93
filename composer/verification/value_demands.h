#pragma once

#include <algorithm>
#include <span>

#include "composer/evaluations/plan.h"

namespace weft {

/// Returns the types that the author states for a value (`as {…}`), sorted. O(log).
inline std::span<const StatedType> stated_types_of(const Plan& plan, EvaluationId value) {
  const auto before = [](const StatedType& a, const StatedType& b) { return a.value < b.value; };
  const auto range = std::equal_range(plan.stated_types.begin(), plan.stated_types.end(),
                                      StatedType{value, TypeId(0)}, before);
  return {range.first, range.second};
}

/// Whether an evaluation only converts its first input or passes it to another stage.
bool is_conversion(const Library& library, const Evaluation& evaluation);

/// Whether a value is a constant, or made of live literals, which adopt traits as constants do.
bool is_literal(const Library& library, const Plan& plan, EvaluationId value);

/// Whether a value satisfies a demand, by its own type or a stated one. A constant adopts the
/// demanded traits, and keeps them when converted. Features state no array lengths, and array
/// elements are not checked. O(length of the conversion chain).
bool meets_demand(const Library& library, const Plan& plan, EvaluationId value,
                  const Demand& demand);

/// The demand on a value that is read as `type`: what that states, and the default of each trait
/// that the value alone states, such as `packing: plain` for a packed one. O(entries).
Demand read_as(const Library& library, const Plan& plan, EvaluationId value,
               const SemanticType& type);

/// Returns the part of a port's demand that does not depend on trait variables. `type_arguments`:
/// one per type parameter of the fragment.
Demand demand_of_pattern(const Library& library, const Fragment& fragment,
                         const TypePattern& pattern, const std::vector<DataType>& type_arguments);

}  // namespace weft
