#include "composer/explain/explained_links.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "composer/evaluations/plan_demands.h"
#include "composer/explain/evaluation_text.h"
#include "composer/verification/value_demands.h"

namespace weft {
namespace {

const Fragment* called_fragment(const Library& library, const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  return leaf == nullptr ? nullptr : &signature_of(library, *leaf);
}

/// Other than in value_demands.h, neither a construction nor an interpolation.
bool is_step(const Library& library, const Evaluation& evaluation) {
  const Fragment* fragment = called_fragment(library, evaluation);
  return fragment != nullptr && fragment->is_conversion();
}

/// The consumer's name for input number `input` of an evaluation.
std::string input_name(const Library& library, const Plan& plan, const Evaluation& evaluation,
                       std::size_t input) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf == nullptr) {
    return evaluation.origin.name.empty() ? evaluation_words(library, plan, evaluation)
                                          : evaluation.origin.name;
  }
  const Fragment& fragment = signature_of(library, *leaf);
  const std::string_view name = library.text(fragment.name);
  if (input < fragment.ports.size()) {
    return fmt::format("{}.{}", name, library.text(fragment.ports[input].name));
  }
  const std::vector<FeatureId>& features = features_of(library, *leaf);
  const std::size_t feature = input - fragment.ports.size();
  if (feature < features.size()) {
    const FeatureId id = features[feature];
    return fmt::format("{} in {}", library.text(library.features[id].path), name);
  }
  return std::string(name);
}

std::optional<Demand> demand_on(const Library& library, const Evaluation& evaluation,
                                std::size_t input) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf == nullptr || input >= signature_of(library, *leaf).ports.size()) {
    return std::nullopt;
  }
  const Fragment& fragment = signature_of(library, *leaf);
  return demand_of_pattern(library, fragment, fragment.ports[input].type, leaf->type_arguments);
}

}  // namespace

std::vector<ExplainedLink> explained_links(const Library& library, const Plan& plan) {
  std::vector<ExplainedLink> links;
  const auto follow = [&](EvaluationId last, const std::string& consumer, const std::string& name,
                          std::optional<Demand> demand) {
    ExplainedLink link{last, {}, consumer, name, std::move(demand)};
    while (is_step(library, plan.evaluations[link.from])) {
      link.steps.push_back(link.from);
      link.from = plan.evaluations[link.from].inputs.front();
    }
    std::reverse(link.steps.begin(), link.steps.end());
    if (!link.steps.empty()) {
      links.push_back(std::move(link));
    }
  };
  for (const Evaluation& evaluation : plan.evaluations) {
    // The first input of a conversion belongs to the chain of the result's consumer.
    const std::size_t first = is_step(library, evaluation) ? 1 : 0;
    for (std::size_t i = first; i < evaluation.inputs.size(); ++i) {
      if (is_step(library, plan.evaluations[evaluation.inputs[i]])) {
        follow(evaluation.inputs[i], input_name(library, plan, evaluation, i),
               evaluation.origin.name, demand_on(library, evaluation, i));
      }
    }
  }
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(library, plan, output);
    const std::string name(library.text(demand.name));
    follow(output.value, "output " + name, name, demand.type);
  }
  return links;
}

}  // namespace weft
