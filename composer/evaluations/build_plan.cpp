#include "composer/evaluations/build_plan.h"

#include <algorithm>

#include "composer/evaluations/plan_functions.h"

namespace weft {

Plan build_plan(const Library& library, TypedGraph graph, MaterialId material, ProfileId profile,
                std::vector<std::optional<Constant>> static_values) {
  Plan plan{material, profile, {}, {}, std::move(graph.types), std::move(static_values), {},
            {},       {},      {}, {}};
  for (const auto& [demand, root] : graph.outputs) {
    plan.outputs.push_back({demand, root});
  }
  NeededEvaluations needed = keep_needed(std::move(graph.evaluations), plan.outputs);
  plan.evaluations = std::move(needed.evaluations);
  needed.ids.append_redirected(graph.stated_types, plan.stated_types);
  sort_stated_types(plan.stated_types);
  plan.stitches = std::move(graph.stitches);
  plan.functions = find_functions(library, plan.evaluations);
  return plan;
}

namespace {

std::vector<EvaluationId> roots_of(const std::vector<DemandedOutput>& outputs) {
  std::vector<EvaluationId> roots;
  roots.reserve(outputs.size());
  for (const DemandedOutput& output : outputs) {
    roots.push_back(output.value);
  }
  return roots;
}

/// The evaluations reachable from the roots, in postorder, and their places in it.
struct Postorder {
  std::vector<EvaluationId> order;
  Replacements ids;
};

Postorder postorder(const Store<Evaluation>& evaluations, const std::vector<EvaluationId>& roots) {
  Postorder walk{{}, Replacements(evaluations.size())};
  walk.order.reserve(evaluations.size());
  struct Open {
    EvaluationId id;
    std::size_t next_input;
  };
  std::vector<Open> stack;
  for (const EvaluationId root : roots) {
    if (!walk.ids.contains(root)) {
      stack.push_back({root, 0});
    }
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      const EvaluationIds& inputs = evaluations[id].inputs;
      while (next < inputs.size() && walk.ids.contains(inputs[next])) {
        ++next;
      }
      if (next < inputs.size()) {
        stack.push_back({inputs[next], 0});
        continue;
      }
      walk.ids.set(id, EvaluationId(walk.order.size()));
      walk.order.push_back(id);
      stack.pop_back();
    }
  }
  return walk;
}

NeededEvaluations in_order(Store<Evaluation> evaluations, Postorder walk) {
  // Most passes add evaluations in this order, and nothing that is not needed.
  if (walk.order.size() == evaluations.size() &&
      std::is_sorted(walk.order.begin(), walk.order.end())) {
    return {std::move(evaluations), std::move(walk.ids)};
  }
  Store<Evaluation> kept;
  kept.reserve(walk.order.size() + walk.order.size() / 4);  // passes add some
  for (const EvaluationId id : walk.order) {
    Evaluation& evaluation = evaluations[id];
    walk.ids.redirect(evaluation.inputs);
    kept.add(std::move(evaluation));
  }
  return {std::move(kept), std::move(walk.ids)};
}

}  // namespace

NeededEvaluations keep_needed(Store<Evaluation> evaluations,
                              const std::vector<EvaluationId>& roots) {
  Postorder walk = postorder(evaluations, roots);
  return in_order(std::move(evaluations), std::move(walk));
}

NeededEvaluations keep_needed(Store<Evaluation> evaluations, std::vector<DemandedOutput>& outputs) {
  NeededEvaluations needed = keep_needed(std::move(evaluations), roots_of(outputs));
  needed.ids.redirect(outputs);
  return needed;
}

NeededEvaluations keep_needed_as_ordered(Store<Evaluation> evaluations,
                                         std::vector<DemandedOutput>& outputs) {
  Postorder walk = postorder(evaluations, roots_of(outputs));
  std::sort(walk.order.begin(), walk.order.end());
  for (std::size_t i = 0; i < walk.order.size(); ++i) {
    walk.ids.set(walk.order[i], EvaluationId(i));
  }
  walk.ids.redirect(outputs);
  return in_order(std::move(evaluations), std::move(walk));
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
  placed.rates.reserve(placed.plan.evaluations.size());
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
