#include "composer/placement/evaluation_laws.h"

#include <algorithm>

namespace weft {
namespace {

Law law_of_interpolation(const Plan& plan, const Evaluation& evaluation,
                         const InterpolateEvaluation& interpolate) {
  if (!plan.types[evaluation.type].data().is_float_based()) {
    return Law::Nonlinear;
  }
  if (!interpolate.is_flat) {
    return Law::Linear;
  }
  // A primitive belongs to one instance; its vertices may differ.
  const bool is_same = plan.evaluations[evaluation.inputs[0]].natural_rate <= Rate::Instance;
  return is_same ? Law::Constant : Law::Nonlinear;
}

class Finder {
 public:
  Finder(const Library& library, LeafLaws& leaves, const Plan& plan)
      : library_(library), leaves_(leaves), plan_(plan) {}

  std::vector<Law> run() {
    laws_.reserve(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      laws_.push_back(law_of(EvaluationId(i)));
    }
    return std::move(laws_);
  }

 private:
  Law law_of(EvaluationId id) {
    const Evaluation& evaluation = plan_.evaluations[id];
    if (plan_.functions.is_in_function(id) || plan_.functions.first[id.index()]) {
      return Law::Nonlinear;
    }
    if (is_single(evaluation.natural_rate)) {
      return Law::Constant;
    }
    if (evaluation.stage == Stage::Vertex) {
      return evaluation.natural_rate == Rate::Instance ? Law::Constant : Law::Nonlinear;
    }
    Law law = Law::Nonlinear;  // a feature that is known per fragment
    if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&evaluation.kind)) {
      law = law_of_interpolation(plan_, evaluation, *interpolate);
    } else if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      law = Law::Zero;
      for (const Law result : leaf_results(evaluation, *leaf)) {
        law = join(law, result);
      }
      law = library_.fragments[leaf->fragment].is_field ? Law::Nonlinear : law;
    } else if (const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind)) {
      const Evaluation& call = plan_.evaluations[evaluation.inputs[0]];
      const auto* called = std::get_if<LeafEvaluation>(&call.kind);
      law = called != nullptr && laws_[evaluation.inputs[0].index()] != Law::Nonlinear
                ? leaf_results(call, *called)[result->result]
                : Law::Nonlinear;
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      law = operation_law(operation->op, operation->payload, plan_.types[evaluation.type].data(),
                          input_laws(evaluation));
    }
    return law;
  }

  const std::vector<Law>& leaf_results(const Evaluation& evaluation, const LeafEvaluation& leaf) {
    return leaves_.results(leaf.fragment, leaf.type_arguments, input_laws(evaluation));
  }

  const std::vector<Law>& input_laws(const Evaluation& evaluation) {
    inputs_.clear();
    for (const EvaluationId id : evaluation.inputs) {
      inputs_.push_back(laws_[id.index()]);
    }
    return inputs_;
  }

  const Library& library_;
  LeafLaws& leaves_;
  const Plan& plan_;
  std::vector<Law> laws_;
  std::vector<Law> inputs_;  // of the evaluation at hand; kept for its memory
};

}  // namespace

std::vector<Law> evaluation_laws(const Library& library, LeafLaws& leaves, const Plan& plan) {
  return Finder(library, leaves, plan).run();
}

}  // namespace weft
