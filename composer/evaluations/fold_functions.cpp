#include "composer/evaluations/fold_functions.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/evaluation_steps.h"
#include "composer/evaluations/plan_functions.h"
#include "support/check.h"

namespace weft {
namespace {

constexpr std::uint64_t most_gathered = 1'000'000;
constexpr std::uint64_t most_steps_of_body = 10'000;
constexpr std::uint32_t most_calls = 8;  // nesting depth of function calls

}  // namespace

bool FunctionFolding::has_value(const Evaluation& evaluation) const {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf != nullptr) {
    return body_of(library_, *leaf) != nullptr;
  }
  if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
    return bound->level != level_of_given;
  }
  return std::holds_alternative<ConstantEvaluation>(evaluation.kind) ||
         std::holds_alternative<LoopEvaluation>(evaluation.kind) ||
         std::holds_alternative<ResultEvaluation>(evaluation.kind) ||
         std::holds_alternative<OperationEvaluation>(evaluation.kind);
}

std::optional<Store<Evaluation>> FunctionFolding::gather(EvaluationId call) {
  Store<Evaluation> gathered;
  std::vector<EvaluationId> below{call};
  std::unordered_map<EvaluationId, EvaluationId> ids{{call, EvaluationId(0)}};
  for (std::size_t i = 0; i < below.size(); ++i) {
    if (!has_value(graph_.evaluations[below[i]]) || ++gathered_ > most_gathered) {
      return std::nullopt;
    }
    Evaluation evaluation = graph_.evaluations[below[i]];
    for (EvaluationId& input : evaluation.inputs) {
      const auto [known, is_new] = ids.emplace(input, EvaluationId(below.size()));
      if (is_new) {
        below.push_back(input);
      }
      input = known->second;
    }
    gathered.add(std::move(evaluation));
  }
  return gathered;
}

std::optional<std::vector<Constant>> FunctionFolding::value_of(EvaluationId call) {
  std::optional<Store<Evaluation>> gathered = gather(call);
  if (!gathered) {
    return std::nullopt;
  }
  // Restore topological order: after replacements, ids no longer imply it.
  const Store<Evaluation> evaluations =
      keep_needed(std::move(*gathered), {EvaluationId(0)}).evaluations;
  const EvaluationSteps steps(evaluations, find_functions(library_, evaluations), graph_.types,
                              graph_.evaluations[call].stage);
  if (steps.steps.size() != evaluations.size()) {
    return std::nullopt;  // some are of the other stage
  }
  const StepInputs no_inputs{
      [](FeatureId) -> Constant { WEFT_CHECK(false, "a feature among constants"); },
      [](std::uint32_t) -> Constant { WEFT_CHECK(false, "a parameter among constants"); }};
  StepEvaluator evaluator(library_, steps, no_inputs,
                          {steps_left_, most_steps_of_body, most_calls});
  const bool is_done = evaluator.run().has_value();
  steps_left_ -= std::min(steps_left_, evaluator.steps_done());
  return is_done ? std::optional(evaluator.values(steps.step_of[evaluations.size() - 1]))
                 : std::nullopt;
}

}  // namespace weft
