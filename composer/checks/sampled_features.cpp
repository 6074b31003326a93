#include "composer/checks/sampled_features.h"

#include <cmath>

#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operations.h"
#include "support/content_hash.h"
#include "support/float_bits.h"

namespace weft {

std::optional<Constant> SampledFeatures::value(FeatureId id) {
  if (auto at = known_.find(id); at != known_.end()) {
    return at->second;
  }
  const Feature& feature = library_.features[id];
  std::optional<Constant> value;
  if (feature.definition) {
    value = derived(id);
  } else if (seed_) {
    ContentHasher hash;
    hash.add(*seed_);
    hash.add(library_.text(feature.path));
    value = SampleSource(hash.result().low)
                .value(feature.type.data(), is_of_unit_length(library_, feature.type));
  } else {
    missing_.push_back(id);
  }
  known_.emplace(id, value);
  return value;
}

/// As composing without a host would define it.
std::optional<Constant> SampledFeatures::derived(FeatureId id) {
  const Material no_material{};
  Composition composition{library_, no_material, nullptr, {}};
  Elaborator elaborator(composition);
  const OpenTypes no_open_types;
  TypeInference inference(composition, elaborator, conversions_, cache_, no_open_types);
  const TypedValue wanted = inference.value(elaborator.feature(id, Stage::Fragment, std::nullopt));
  if (wanted.is_error || has_errors(inference.reports())) {
    return std::nullopt;
  }
  const TypedGraph& graph = inference.graph();
  std::vector<std::optional<Constant>> values;
  for (std::size_t i = 0; i <= wanted.evaluation.index(); ++i) {
    values.push_back(evaluate(graph, graph.evaluations[EvaluationId(i)], values));
  }
  return values.back();
}

std::optional<Constant> SampledFeatures::evaluate(
    const TypedGraph& graph, const Evaluation& evaluation,
    const std::vector<std::optional<Constant>>& values) {
  std::vector<Constant> inputs;
  for (EvaluationId input : evaluation.inputs) {
    if (!values[input.index()]) {
      return std::nullopt;
    }
    inputs.push_back(*values[input.index()]);
  }
  if (const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
    return constant->value;
  }
  if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
    return value(feature->feature);
  }
  if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
    return inputs.front();
  }
  if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
    return apply_operation(library_.data_types, operation->op, operation->payload,
                           graph.types[evaluation.type].data(), inputs);
  }
  if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
    return call_leaf(library_, leaf->fragment, leaf->type_arguments, inputs,
                     graph.types[evaluation.type].data(), leaf->unread);
  }
  return std::nullopt;
}

}  // namespace weft
