#include "composer/typing/texture_choices.h"

#include <fmt/format.h>

namespace weft {
namespace {

bool is_texture_choice(const TypedGraph& graph, const Evaluation& evaluation) {
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  return operation != nullptr && operation->op == Operation::Select &&
         graph.types[evaluation.type].data().is_texture() &&
         evaluation.inputs[1] != evaluation.inputs[2];
}

std::vector<bool> needed_by_outputs(const TypedGraph& graph) {
  std::vector<bool> is_needed(graph.evaluations.size(), false);
  std::vector<EvaluationId> open;
  for (const auto& [demand, value] : graph.outputs) {
    open.push_back(value);
  }
  while (!open.empty()) {
    const EvaluationId id = open.back();
    open.pop_back();
    if (!is_needed[id.index()]) {
      is_needed[id.index()] = true;
      const EvaluationIds& inputs = graph.evaluations[id].inputs;
      open.insert(open.end(), inputs.begin(), inputs.end());
    }
  }
  return is_needed;
}

}  // namespace

Diagnostics find_texture_choices(const TypedGraph& graph) {
  Diagnostics diagnostics;
  std::vector<bool> is_needed;
  for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
    const Evaluation& evaluation = graph.evaluations[EvaluationId(i)];
    if (!is_texture_choice(graph, evaluation)) {
      continue;
    }
    if (is_needed.empty()) {
      is_needed = needed_by_outputs(graph);
    }
    if (!is_needed[i]) {
      continue;
    }
    const Evaluation& condition = graph.evaluations[evaluation.inputs[0]];
    const bool is_parameter = std::holds_alternative<ParameterEvaluation>(condition.kind);
    Diagnostic diagnostic = error_at(
        Code::TextureChoice, evaluation.origin.span.value_or(Span{}),
        "a texture cannot be selected at run time",
        is_parameter ? "sample each and select among the results, or select by a static param"
                     : "sample each and select among the results");
    diagnostic.notes.push_back(
        {fmt::format("the condition varies per {}", rate_name(condition.natural_rate)),
         condition.origin.span});
    append(diagnostics, std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace weft
