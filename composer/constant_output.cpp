#include "composer/constant_output.h"

#include <fmt/format.h>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/fold_constants.h"
#include "composer/typing/function_conditions.h"
#include "composer/typing/several_results.h"
#include "composer/typing/texture_choices.h"
#include "composer/typing/type_inference.h"
#include "composer/verification/plan_values.h"

namespace weft {
namespace {

/// Returns the features that an evaluation transitively depends on, sorted by id.
std::vector<FeatureId> features_below(const TypedGraph& graph, EvaluationId root) {
  FeatureSet found;
  std::vector<bool> seen(graph.evaluations.size(), false);
  std::vector<EvaluationId> open{root};
  while (!open.empty()) {
    const EvaluationId at = open.back();
    open.pop_back();
    if (seen[at.index()]) {
      continue;
    }
    seen[at.index()] = true;
    const Evaluation& evaluation = graph.evaluations[at];
    if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
      found.insert(feature->feature);
    }
    open.insert(open.end(), evaluation.inputs.begin(), evaluation.inputs.end());
  }
  return found.ids();
}

}  // namespace

Result<Constant> constant_output(const Composer& composer, MaterialId id,
                                 const std::vector<std::optional<Constant>>& values,
                                 const std::map<FeatureId, Constant>& features) {
  const Library& library = composer.library();
  const Material& material = library.materials[id];
  Composition composition{library, material, nullptr, values};
  const SharedAnswers shared = composer.shared_answers();
  OpenTypes open_types;
  TypedConditions conditions(composition, open_types, shared);
  Elaborator elaborator(composition, &conditions, &shared.facts->reads);
  const CallId output =
      elaborator.expand_value(material.graph, material.graph.outputs.front().node, Stage::Fragment);
  std::optional<TypeInference> inference;
  do {
    inference.emplace(composition, elaborator, shared, open_types);
    inference->value(output);
  } while (decide_open_types(inference->context(), {}, open_types));
  const Span span = material.graph.nodes[material.graph.outputs.front().node].span;
  const TypedValue value = inference->value(output);
  Diagnostics diagnostics;
  append_reports(diagnostics, inference->reports());
  if (auto several = explain_several_values(inference->context(), value, span)) {
    append(diagnostics, std::move(*several));
  }
  if (value.is_error || has_errors(diagnostics)) {
    normalize(diagnostics);
    return failed(std::move(diagnostics));
  }
  if (value.function) {
    return failed(error_at(Code::EvaluationFailed, span, "expected a value, found a function"));
  }
  TypedGraph graph = inference->take_graph();
  graph.outputs.emplace_back(0, value.evaluation);
  fold_constants(library, graph);
  const EvaluationId result = graph.outputs.front().second;
  if (const auto* constant = std::get_if<ConstantEvaluation>(&graph.evaluations[result].kind)) {
    return constant->value;
  }
  if (Diagnostics choices = find_texture_choices(graph); !choices.empty()) {
    return failed(std::move(choices));
  }
  Diagnostics missing;
  for (FeatureId feature : features_below(graph, result)) {
    if (features.count(feature) != 0) {
      continue;
    }
    const std::string_view path = library.text(library.features[feature].path);
    missing.push_back(error_at(Code::EvaluationFailed, span,
                               fmt::format("this needs the feature '{}', which has no value", path),
                               fmt::format("give one by -D '{}=…'", path)));
  }
  if (!missing.empty()) {
    return failed(std::move(missing));
  }
  // There is no profile and no demand except the one output, so any ids will do.
  const Plan plan = build_plan(library, std::move(graph), id, ProfileId(0), values);
  Primitive given;
  given.feature = [&features](FeatureId feature, int) { return features.at(feature); };
  given.parameter = [&values](std::uint32_t parameter) { return *values[parameter]; };
  given.weights = {1.0F, 0.0F, 0.0F};
  auto outputs = evaluate_outputs(library, plan, given);
  if (!outputs) {
    const EvaluationError& fault = outputs.error();
    Diagnostic diagnostic = error_at(Code::EvaluationFailed, span, fault.message);
    if (fault.span.end > fault.span.begin) {
      diagnostic.notes.push_back({"the error occurs here", fault.span});
    }
    return failed(std::move(diagnostic));
  }
  return std::move(outputs->front());
}

}  // namespace weft
