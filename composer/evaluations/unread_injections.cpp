#include "composer/evaluations/unread_injections.h"

#include <algorithm>

#include "composer/evaluations/plan_functions.h"

namespace weft {

void drop_unread_injections(const Library& library, TypedGraph& graph, EvaluationId call) {
  Evaluation& evaluation = graph.evaluations[call];
  auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf == nullptr || leaf->function_level == 0) {
    return;
  }
  const Fragment& fragment = library.fragments[leaf->fragment];
  std::vector<std::vector<bool>> read(fragment.ports.size());
  for (std::size_t port = 0; port < read.size(); ++port) {
    const std::size_t count = fragment.ports[port].injected.size();
    if (count != 0) {
      read[port] = find_read_parameters(library, graph.evaluations, graph.levels,
                                        {evaluation.inputs[port]}, leaf->function_level, count);
    }
  }
  UnreadFeatures unread = injections_without(
      fragment, [&](UnreadFeature injected) { return read[injected.port][injected.position]; });
  if (unread == leaf->special.unread) {
    return;
  }
  const std::vector<FeatureId> before = features_of(library, *leaf);
  leaf->special.unread = std::move(unread);
  const std::vector<FeatureId>& left = features_of(library, *leaf);
  EvaluationIds inputs(
      evaluation.inputs.begin(),
      evaluation.inputs.begin() + static_cast<std::ptrdiff_t>(fragment.ports.size()));
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::find(left.begin(), left.end(), before[i]) != left.end()) {
      inputs.push_back(evaluation.inputs[fragment.ports.size() + i]);
    }
  }
  evaluation.inputs = std::move(inputs);
}

}  // namespace weft
