#include "composer/checks/defined_features.h"

#include <utility>
#include <variant>

#include "composer/evaluations/build_plan.h"
#include "composer/typing/type_inference.h"
#include "composer/verification/plan_values.h"

namespace weft {
namespace {

/// A plan whose only output is the feature, in the fragment stage.
std::optional<Plan> plan_of(const Composer& composer, FeatureId defined) {
  const Material no_material{};
  Composition composition{composer.library(), no_material, nullptr, {}};
  Elaborator elaborator(composition);
  const OpenTypes no_open_types;
  TypeInference inference(composition, elaborator, composer.shared_answers(), no_open_types);
  const TypedValue wanted =
      inference.value(elaborator.feature(defined, Stage::Fragment, std::nullopt));
  if (wanted.is_error || wanted.function || has_errors(inference.reports())) {
    return std::nullopt;
  }
  TypedGraph graph = std::move(inference.graph());
  graph.outputs.emplace_back(0, wanted.evaluation);
  // It belongs to no material and meets no profile's demand, so any ids will do.
  return build_plan(composer.library(), std::move(graph), MaterialId(0), ProfileId(0), {});
}

}  // namespace

const std::optional<Plan>& DefinedFeatures::plan(FeatureId defined) {
  auto known = plans_.find(defined);
  if (known == plans_.end()) {
    known = plans_.emplace(defined, plan_of(composer_, defined)).first;
  }
  return known->second;
}

std::optional<Constant> DefinedFeatures::value(FeatureId defined,
                                               const PrimitiveValues& primitives) {
  const std::optional<Plan>& found = plan(defined);
  if (!found) {
    return std::nullopt;
  }
  std::map<FeatureId, Constant> read;
  bool has_all = true;
  for (const Evaluation& evaluation : found->evaluations) {
    const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind);
    if (feature == nullptr || read.count(feature->feature) != 0) {
      continue;
    }
    if (auto value = primitives(feature->feature)) {
      read.emplace(feature->feature, std::move(*value));
    } else {
      has_all = false;  // goes on, so that all those without a value are asked for
    }
  }
  if (!has_all) {
    return std::nullopt;
  }
  Primitive given;
  given.feature = [&read](FeatureId feature, int) { return read.at(feature); };
  given.weights = {1.0F, 0.0F, 0.0F};
  auto outputs = evaluate_outputs(composer_.library(), *found, given);
  return outputs ? std::optional<Constant>(std::move(outputs->front())) : std::nullopt;
}

}  // namespace weft
