#include "composer/placement/vertex_twins.h"

#include "composer/evaluations/equal_evaluations.h"

namespace weft {

void set_at_vertex(EvaluationKind& kind) {
  if (auto* bound = std::get_if<BoundEvaluation>(&kind)) {
    bound->rate = bound->rate == Rate::Fragment ? Rate::Vertex : bound->rate;
  }
}

VertexTwins find_vertex_twins(const Plan& plan) {
  EqualEvaluations at_vertex(plan.evaluations, plan.types);
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    if (plan.evaluations[EvaluationId(i)].stage == Stage::Vertex) {
      at_vertex.find_or_insert(EvaluationId(i));
    }
  }
  VertexTwins twins(plan.evaluations.size());
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    if (evaluation.stage == Stage::Vertex) {
      continue;
    }
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      twins[i] = evaluation.inputs[0];
      continue;
    }
    EvaluationIds inputs;
    for (const EvaluationId input : evaluation.inputs) {
      if (!twins[input.index()]) {
        break;
      }
      inputs.push_back(*twins[input.index()]);
    }
    if (inputs.size() != evaluation.inputs.size()) {
      continue;
    }
    const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
    EvaluationKind taken;
    if (bound != nullptr) {
      taken = *bound;
      set_at_vertex(taken);
    }
    const EvaluationKind& kind = bound != nullptr ? taken : evaluation.kind;
    twins[i] = at_vertex.find(kind, inputs, Stage::Vertex, evaluation.type);
  }
  return twins;
}

}  // namespace weft
