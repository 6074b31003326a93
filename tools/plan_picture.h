#pragma once

#include <string>

#include "composer/evaluations/plan.h"

namespace weft::tools {

/// Draws the plan in Graphviz's language, for people: values colored by rate and grouped by stage,
/// conversions as small boxes on the links with their difficulty, interpolation as a dashed line,
/// functions and loop steps as boxes in their stage with their captures as inputs, and a legend of
/// the elements that occur. Constants and components (`.xy`) are written into their consumers.
/// Deterministic; O(evaluations + inputs).
std::string plan_dot(const Library& library, const PlacedPlan& placed);

}  // namespace weft::tools
