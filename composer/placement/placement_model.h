#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/cut_model.h"
#include "composer/placement/placement_options.h"
#include "composer/placement/vertex_twins.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// A plan as a model to cut, and what its nodes are.
struct PlacementModel {
  CutModel cut;
  std::vector<EvaluationId>
      evaluations;  ///< per node; of nodes that only read an output: the output
  std::vector<std::optional<std::uint32_t>> nodes;  ///< per evaluation of the naive plan
  std::vector<std::uint64_t> operations;            ///< per evaluation: of one run
  /// Per evaluation: no placement keeps its value, but the demands that need it may take it from
  /// one vertex.
  std::vector<bool> is_flat;
};

/// Everything of the fragment stage that varies, and the interpolations that it starts from. What
/// may run per vertex is affine in what is interpolated, and reads nothing that is known per
/// fragment alone. `twins`: what the vertex stage computes anyhow costs nothing more there.
PlacementModel model_placement(const Library& library, const Plan& plan, const VertexTwins& twins,
                               const PlacementOptions& options,
                               OperationLaw operation = operation_law);

}  // namespace weft
