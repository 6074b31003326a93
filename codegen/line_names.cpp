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
  const Profile& profile = library.profiles[plan.profile];
  for (const DemandedOutput& output : plan.outputs) {
    names[output.value.index()] = library.text(profile.demands[output.demand].name);
  }
  // Readers have greater ids, so downwards each name is settled when it is handed on; the last to
  // hand one on is the first reader.
  for (std::size_t i = plan.evaluations.size(); i-- > 0;) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    if (slice.uses[i] == 0) {
      continue;
    }
    if (!evaluation.origin.name.empty()) {
      names[i] = evaluation.origin.name;
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const bool is_part = std::holds_alternative<OperationEvaluation>(evaluation.kind);
    for (std::size_t j = 0; j < evaluation.inputs.size(); ++j) {
      std::string& wish = names[evaluation.inputs[j].index()];
      if (leaf != nullptr) {
        wish = input_name(library, *leaf, j);
      } else if (is_part && !names[i].empty()) {
        wish = names[i];
      }
    }
  }
  return names;
}

}  // namespace weft
