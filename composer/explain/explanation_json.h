#pragma once

#include "composer/explain/explanation.h"
#include "support/json_fwd.h"

namespace weft {

/// `{links: [{consumer, from, difficulty, steps, refused}], stitches: [{consumer, chosen, …}],
/// values: [{id, name, kind, rate, functions, because, type, stated, …}], functions: [{name, kind,
/// stage, parameters, given_to, captures, results, values}], placement: {…}, costs: [{output,
/// stage, operations, per_draw}]}`
Json explanation_json(const Library& library, const Explanation& story);

/// The static cost of each output, for editors: `[{output, stage, operations: {fragment: 35, draw:
/// 4}, per_draw}]`. `operations` counts one run at each rate that has any (docs/operations.md);
/// `per_draw` multiplies them by the runs that placement assumed, and adds interpolated components.
Json costs_json(const std::vector<ExplainedCost>& costs);

/// `["float3 {use: reflectance}"]`: types that are stated for a value (evaluation_text.h).
Json stated_json(const Library& library, const std::vector<SemanticType>& stated);

}  // namespace weft
