#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Per evaluation of the fragment stage: its twin, an evaluation of the vertex stage that computes
/// the same function of the vertex's own values, if the plan has one. The twin of an interpolation
/// is its source.
using VertexTwins = std::vector<std::optional<EvaluationId>>;

/// Turns a fragment-stage kind into its vertex-stage form: function parameters vary per vertex
/// there.
void set_at_vertex(EvaluationKind& kind);

/// O(evaluations + inputs) expected.
VertexTwins find_vertex_twins(const Plan& plan);

}  // namespace weft
