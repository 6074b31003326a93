#include "composer/evaluations/build_plan.h"

#include <algorithm>

#include "composer/evaluations/plan_functions.h"

namespace weft {

Plan build_plan(const Library& library, TypedGraph graph, MaterialId material, ProfileId profile,
                std::vector<std::optional<Constant>> static_values) {
  Plan plan{material, profile, {}, {}, std::move(graph.types), std::move(static_values), {},
            {},       {},      {}, {}};
  std::vector<EvaluationId> roots;
  for (const auto& [demand, root] : graph.outputs) {
    roots.push_back(root);
  }
  NeededEvaluations needed = keep_needed(std::move(graph.evaluations), roots);
  plan.evaluations = std::move(needed.evaluations);
  for (const auto& [demand, root] : graph.outputs) {
    plan.outputs.push_back({demand, needed.ids[root]});
  }
  needed.ids.append_redirected(graph.stated_types, plan.stated_types);
  sort_stated_types(plan.stated_types);
  plan.stitches = std::move(graph.stitches);
  plan.functions = find_functions(library, plan.evaluations);
  return plan;
}

NeededEvaluations keep_needed(Store<Evaluation> evaluations,
                              const std::vector<EvaluationId>& roots) {
  NeededEvaluations needed;
  needed.ids = Replacements(evaluations.size());
  needed.evaluations.reserve(evaluations.size());
  std::vector<EvaluationId> stack;
  for (const EvaluationId root : roots) {
    stack.push_back(root);
    while (!stack.empty()) {
      const EvaluationId id = stack.back();
      if (needed.ids.contains(id)) {
        stack.pop_back();
        continue;
      }
      Evaluation& evaluation = evaluations[id];
      const std::size_t before = stack.size();
      for (std::size_t i = evaluation.inputs.size(); i-- > 0;) {
        if (!needed.ids.contains(evaluation.inputs[i])) {
          stack.push_back(evaluation.inputs[i]);
        }
      }
      if (stack.size() > before) {
        continue;
      }
      stack.pop_back();
      needed.ids.redirect(evaluation.inputs);
      needed.ids.set(id, needed.evaluations.add(std::move(evaluation)));
    }
  }
  return needed;
}

std::vector<FeatureSet> collect_needs(const Store<Evaluation>& evaluations) {
  std::vector<FeatureSet> needs;
  needs.reserve(evaluations.size());
  for (const Evaluation& evaluation : evaluations) {
    FeatureSet all;
    if (const auto* read = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
      all.insert(read->feature);
    }
    for (const EvaluationId input : evaluation.inputs) {
      all.insert(needs[input.index()]);
    }
    needs.push_back(std::move(all));
  }
  return needs;
}

std::vector<EvaluationId> invalidated_by(const Plan& plan, FeatureId feature) {
  std::vector<EvaluationId> changed;
  for (std::size_t i = 0; i < plan.needs.size(); ++i) {
    if (plan.needs[i].contains(feature)) {
      changed.push_back(EvaluationId(i));
    }
  }
  return changed;
}

PlacedPlan place_naively(Plan plan) {
  PlacedPlan placed{std::move(plan), {}, {}};
  placed.plan.needs = collect_needs(placed.plan.evaluations);
  for (std::size_t i = 0; i < placed.plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = placed.plan.evaluations[EvaluationId(i)];
    placed.rates.push_back(evaluation.natural_rate);
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      placed.interpolated.push_back(EvaluationId(i));
    } else if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
      placed.uniform_results.push_back(evaluation.inputs[0]);
    }
  }
  // Both shaders may read the same result.
  std::vector<EvaluationId>& results = placed.uniform_results;
  std::sort(results.begin(), results.end());
  results.erase(std::unique(results.begin(), results.end()), results.end());
  return placed;
}

}  // namespace weft
