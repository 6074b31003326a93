#include "composer/evaluations/typed_graph_builder.h"

#include <utility>

#include "composer/evaluations/plan_functions.h"

namespace weft {

EvaluationId TypedGraphBuilder::add(EvaluationKind&& kind, EvaluationIds&& inputs, Stage stage,
                                    Rate least_rate, TypeId type, const Origin& origin) {
  const Rate rate = unique_.rate_of(inputs, least_rate);
  const EvaluationId id =
      unique_.add({std::move(kind), std::move(inputs), stage, rate, type, origin});
  if (id.index() < graph_.levels.size()) {
    return id;  // it was known
  }
  const Evaluation& made = graph_.evaluations[id];
  const FunctionLevels levels = open_levels(library_, made, graph_.levels);
  FunctionLevels derivative = inherited_levels(library_, made, graph_.derivative_levels);
  const auto* leaf = std::get_if<LeafEvaluation>(&made.kind);
  if (leaf != nullptr && levels.any() &&
      leaves_.contains(leaf->fragment, leaf->type_arguments, leaf->special)) {
    derivative |= levels;
  }
  graph_.levels.push_back(levels);
  graph_.derivative_levels.push_back(derivative);
  return id;
}

}  // namespace weft
