#pragma once

#include "composer/evaluations/plan.h"
#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Keeps what the outputs need, in an order that depends on the profile's demands and the links
/// alone: depth first from each output, inputs before what uses them. O(nodes + links). Dead
/// evaluations are dropped.
Plan build_plan(const Library& library, TypedGraph graph, MaterialId material, ProfileId profile,
                std::vector<std::optional<Constant>> static_values);

/// What of a store is needed, in the order of need.
struct NeededEvaluations {
  Store<Evaluation> evaluations;
  std::vector<std::optional<EvaluationId>> ids;  ///< per evaluation before: what it has become
};

/// What the roots need: depth first from each, inputs before what uses them. O(evaluations +
/// inputs).
NeededEvaluations keep_needed(Store<Evaluation> evaluations,
                              const std::vector<EvaluationId>& roots);

/// Puts them in order, each once.
void sort_stated_types(std::vector<StatedType>& types);

/// Every feature that an evaluation depends on; `needs` holds those of its inputs. O(inputs ×
/// features / 64).
FeatureSet needs_of(const Evaluation& evaluation, const std::vector<FeatureSet>& needs);

/// Every feature that each evaluation depends on: its own reads and those of its inputs. O((nodes +
/// links) × features / 64). "If time changes, what changes?" is a look at this table.
std::vector<FeatureSet> collect_needs(const Store<Evaluation>& evaluations);

/// The evaluations whose values change when a feature does, in order of their ids: "if time
/// changes, what changes?" O(evaluations).
std::vector<EvaluationId> invalidated_by(const Plan& plan, FeatureId feature);

/// Places every evaluation at its natural rate, in the stage that demands it.
PlacedPlan place_naively(Plan plan);

}  // namespace weft
