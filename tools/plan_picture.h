#pragma once

#include <string>

#include "composer/evaluations/plan.h"

namespace weft::tools {

/// The plan as a picture in Graphviz's language, for people: values coloured by rate and grouped by
/// stage, conversions as small boxes on the links with their difficulty, a dashed line where a
/// value is interpolated, functions and the steps of loops as boxes in their stage, with what they
/// capture as inputs, a legend of what occurs. Constants and components (`.xy`) are written
/// into whatever uses them. Deterministic; O(evaluations + inputs).
std::string plan_dot(const Library& library, const PlacedPlan& placed);

}  // namespace weft::tools
