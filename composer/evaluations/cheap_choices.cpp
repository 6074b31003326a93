#include "composer/evaluations/cheap_choices.h"

#include <algorithm>
#include <functional>
#include <map>

#include "composer/evaluations/needed_uses.h"
#include "composer/evaluations/replacements.h"

namespace weft {
namespace {

/// The operations of an evaluation that run within a draw.
std::uint64_t operations_of(const TypedGraph& graph, OperationCounts& counts, EvaluationId id) {
  const Evaluation& evaluation = graph.evaluations[id];
  if (is_single(evaluation.natural_rate) && graph.levels[id.index()].none()) {
    return 0;
  }
  if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
    return counts.count(leaf->fragment, leaf->type_arguments, leaf->special);
  }
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  return operation == nullptr ? 0
                              : operation_count(operation->op, operation->payload,
                                                graph.types[evaluation.type].data(), 1);
}

/// Whether what only `root` needs, itself included, takes at least `limit` operations. `root` is
/// read once.
bool needs_alone(const TypedGraph& graph, OperationCounts& counts,
                 const std::vector<std::uint32_t>& uses, EvaluationId root, std::uint64_t limit) {
  // Readers first: by descending id, with the number of readers that are only needed by `root`.
  std::map<std::uint32_t, std::uint32_t, std::greater<>> open{{root.index(), 1}};
  std::uint64_t sum = 0;
  while (!open.empty() && sum < limit) {
    const auto [index, readers] = *open.begin();
    open.erase(open.begin());
    const EvaluationId id(index);
    if (readers != uses[index]) {
      continue;
    }
    sum += std::min(limit, operations_of(graph, counts, id));
    for (const EvaluationId input : graph.evaluations[id].inputs) {
      ++open[static_cast<std::uint32_t>(input.index())];
    }
  }
  return sum >= limit;
}

bool is_alike(const TypedGraph& graph, EvaluationId a, EvaluationId b) {
  return graph.evaluations[a].type == graph.evaluations[b].type &&
         graph.evaluations[a].natural_rate == graph.evaluations[b].natural_rate &&
         graph.levels[a.index()] == graph.levels[b.index()] &&
         graph.derivative_levels[a.index()] == graph.derivative_levels[b.index()];
}

}  // namespace

void drop_cheap_choices(TypedGraph& graph, OperationCounts& counts,
                        const std::vector<UniformChoice>& choices) {
  if (choices.empty()) {
    return;
  }
  const std::vector<std::uint32_t> uses = needed_uses(graph);
  Replacements otherwise = Replacements::identity(graph.evaluations.size());
  for (const UniformChoice& choice : choices) {
    if (uses[choice.select.index()] != 0 && is_alike(graph, choice.select, choice.otherwise) &&
        !needs_alone(graph, counts, uses, choice.otherwise, least_skipped_operations)) {
      // Choices are in order of ids, so that side is replaced already.
      otherwise.set(choice.select, otherwise[choice.otherwise]);
    }
  }
  for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
    otherwise.redirect(graph.evaluations[EvaluationId(i)].inputs);
  }
  redirect_outputs(graph, otherwise);
}

}  // namespace weft
