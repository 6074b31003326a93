#include "composer/fold_functions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "composer/evaluation_steps.h"
#include "composer/plan_functions.h"
#include "support/check.h"

namespace weft {
namespace {

constexpr std::uint64_t most_gathered = 1'000'000;
constexpr std::uint64_t most_steps_of_body = 10'000;
constexpr std::uint32_t most_calls = 8;  // of functions inside each other

}  // namespace

bool FunctionFolding::has_value(const Evaluation& evaluation) const {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf != nullptr) {
    return library_.fragments[leaf->fragment].find_instance(leaf->type_arguments) != nullptr;
  }
  return std::holds_alternative<ConstantEvaluation>(evaluation.kind) ||
         std::holds_alternative<BoundEvaluation>(evaluation.kind) ||
         std::holds_alternative<LoopEvaluation>(evaluation.kind) ||
         std::holds_alternative<ResultEvaluation>(evaluation.kind) ||
         std::holds_alternative<OperationEvaluation>(evaluation.kind);
}

std::optional<std::vector<EvaluationId>> FunctionFolding::gather(EvaluationId call) {
  std::vector<EvaluationId> below{call};
  std::unordered_set<EvaluationId> seen{call};
  for (std::size_t i = 0; i < below.size(); ++i) {
    const Evaluation& evaluation = graph_.evaluations[below[i]];
    if (!has_value(evaluation) || ++gathered_ > most_gathered) {
      return std::nullopt;
    }
    for (const EvaluationId input : evaluation.inputs) {
      if (seen.insert(input).second) {
        below.push_back(input);
      }
    }
  }
  // Readers behind what they read: ids alone do not say so any more once evaluations were replaced.
  std::unordered_map<EvaluationId, std::size_t> unread;
  for (const EvaluationId id : below) {
    for (const EvaluationId input : graph_.evaluations[id].inputs) {
      ++unread[input];
    }
  }
  std::vector<EvaluationId> readers_first{call};
  for (std::size_t i = 0; i < readers_first.size(); ++i) {
    for (const EvaluationId input : graph_.evaluations[readers_first[i]].inputs) {
      if (--unread[input] == 0) {
        readers_first.push_back(input);
      }
    }
  }
  std::reverse(readers_first.begin(), readers_first.end());
  return readers_first;
}

std::optional<std::vector<Constant>> FunctionFolding::value_of(EvaluationId call) {
  const std::optional<std::vector<EvaluationId>> below = gather(call);
  if (!below) {
    return std::nullopt;
  }
  std::unordered_map<EvaluationId, EvaluationId> made;
  Store<Evaluation> evaluations;
  for (const EvaluationId id : *below) {
    Evaluation evaluation = graph_.evaluations[id];
    for (EvaluationId& input : evaluation.inputs) {
      input = made.at(input);
    }
    made.emplace(id, evaluations.add(std::move(evaluation)));
  }
  const EvaluationSteps steps(evaluations, find_functions(library_, evaluations), graph_.types,
                              graph_.evaluations[call].stage);
  if (steps.steps.size() != evaluations.size()) {
    return std::nullopt;  // some is of the other stage
  }
  const StepInputs no_inputs{
      [](FeatureId) -> Constant { WEFT_CHECK(false, "a feature among constants"); },
      [](std::uint32_t) -> Constant { WEFT_CHECK(false, "a parameter among constants"); }};
  StepEvaluator evaluator(library_, steps, no_inputs, {steps_left_, most_steps_of_body, most_calls});
  const bool is_done = evaluator.run().has_value();
  steps_left_ -= std::min(steps_left_, evaluator.steps_done());
  return is_done ? std::optional(evaluator.values(steps.step_of[made.at(call).index()]))
                 : std::nullopt;
}

}  // namespace weft
