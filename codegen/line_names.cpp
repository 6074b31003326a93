#include "codegen/line_names.h"

#include "codegen/leaf_functions.h"

namespace weft {
namespace {

// The name under which a leaf knows its input: a port's, or the path of a feature.
std::string_view input_name(const Library& library, const LeafEvaluation& leaf, std::size_t input) {
  const Fragment& fragment = library.fragments[leaf.fragment];
  if (input < fragment.ports.size()) {
    return library.text(fragment.ports[input].name);
  }
  const BodyInstance* instance = fragment.find_instance(leaf.type_arguments);
  const std::vector<FeatureId>& features =
      instance != nullptr ? instance->body.features : fragment.declared_features;
  const std::size_t position = input - fragment.ports.size();
  return position < features.size() ? library.text(library.features[features[position]].path)
                                    : std::string_view();
}

}  // namespace

std::vector<std::string> suggest_names(const Library& library, const Plan& plan,
                                       const StageSlice& slice) {
  std::vector<std::string> names(plan.evaluations.size());
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    if (slice.uses[i] == 0) {
      continue;
    }
    if (!evaluation.origin.name.empty()) {
      names[i] = evaluation.origin.name;
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    for (std::size_t j = 0; leaf != nullptr && j < evaluation.inputs.size(); ++j) {
      std::string& wish = names[evaluation.inputs[j].index()];
      if (wish.empty()) {
        wish = input_name(library, *leaf, j);
      }
    }
  }
  const Profile& profile = library.profiles[plan.profile];
  for (const DemandedOutput& output : plan.outputs) {
    std::string& wish = names[output.value.index()];
    if (wish.empty()) {
      wish = library.text(profile.demands[output.demand].name);
    }
  }
  return names;
}

}  // namespace weft
