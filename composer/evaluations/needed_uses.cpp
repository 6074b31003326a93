#include "composer/evaluations/needed_uses.h"

namespace weft {

std::vector<std::uint32_t> needed_uses(const TypedGraph& graph) {
  std::vector<std::uint32_t> uses(graph.evaluations.size(), 0);
  std::vector<EvaluationId> open;
  const auto read = [&](EvaluationId id) {
    if (uses[id.index()]++ == 0) {
      open.push_back(id);
    }
  };
  for (const auto& [demand, value] : graph.outputs) {
    read(value);
  }
  while (!open.empty()) {
    const EvaluationId id = open.back();
    open.pop_back();
    for (const EvaluationId input : graph.evaluations[id].inputs) {
      read(input);
    }
  }
  return uses;
}

}  // namespace weft
