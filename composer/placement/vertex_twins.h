#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Per evaluation of the fragment stage: the one of the vertex stage that computes the same from
/// the vertex's own values, if the plan has it; of interpolations what they take over.
using VertexTwins = std::vector<std::optional<EvaluationId>>;

/// What an evaluation of the fragment stage is in the vertex stage: parameters of functions vary
/// per vertex there.
EvaluationKind kind_at_vertex(EvaluationKind kind);

/// O(evaluations + inputs) expected.
VertexTwins find_vertex_twins(const Plan& plan);

}  // namespace weft
