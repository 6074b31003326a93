#pragma once

#include "composer/evaluations/plan.h"
#include "composer/evaluations/replacements.h"
#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Builds the plan: the evaluations that the outputs need, in postorder of a depth-first walk from
/// the outputs in the order of the profile's demands. Drops dead evaluations. Placement fills
/// Plan::needs. O(nodes + links).
Plan build_plan(const Library& library, TypedGraph graph, MaterialId material, ProfileId profile,
                std::vector<std::optional<Constant>> static_values);

/// The live evaluations of a store.
struct NeededEvaluations {
  Store<Evaluation> evaluations;
  Replacements ids;  ///< dead evaluations have none
};

/// Collects the evaluations reachable from the roots, in postorder. O(evaluations + inputs).
NeededEvaluations keep_needed(Store<Evaluation> evaluations,
                              const std::vector<EvaluationId>& roots);
/// The same for outputs, which it redirects.
NeededEvaluations keep_needed(Store<Evaluation> evaluations, std::vector<DemandedOutput>& outputs);
/// The same in the order that the evaluations have, in which inputs must precede their readers.
/// O(evaluations log evaluations + inputs).
NeededEvaluations keep_needed_as_ordered(Store<Evaluation> evaluations,
                                         std::vector<DemandedOutput>& outputs);

/// Returns, per evaluation, all features that it transitively depends on, as bit sets. This table
/// answers "if time changes, what changes?". O((nodes + links) × features / 64).
std::vector<FeatureSet> collect_needs(const Store<Evaluation>& evaluations);

/// Returns the evaluations whose values change with a feature, sorted by id. O(evaluations).
std::vector<EvaluationId> invalidated_by(const Plan& plan, FeatureId feature);

/// Makes every evaluation run at its natural rate, in the stage that it has, and collects what it
/// needs. O(evaluations + inputs).
PlacedPlan place_naively(Plan plan);

}  // namespace weft
