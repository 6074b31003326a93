#include "composer/evaluations/typed_graph_builder.h"

#include <algorithm>
#include <utility>

#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

bool has_any(const std::vector<FunctionLevels>& levels) {
  return std::any_of(levels.begin(), levels.end(), [](FunctionLevels one) { return one.any(); });
}

}  // namespace

TypedGraphBuilder::TypedGraphBuilder(const Library& library, TypedGraph& graph)
    : library_(library),
      graph_(graph),
      unique_(graph.evaluations, graph.types),
      leaves_(library),
      has_levels_(has_any(graph.levels)),
      has_derivatives_(has_any(graph.derivative_levels)) {}

EvaluationId TypedGraphBuilder::add(EvaluationKind&& kind, EvaluationIds&& inputs, Stage stage,
                                    Rate least_rate, TypeId type, const Origin& origin) {
  const Rate rate = unique_.rate_of(inputs, least_rate);
  const EvaluationId id =
      unique_.add({std::move(kind), std::move(inputs), stage, rate, type, origin});
  if (id.index() < graph_.levels.size()) {
    return id;  // it was known
  }
  const Evaluation& made = graph_.evaluations[id];
  FunctionLevels levels;
  if (has_levels_ || std::holds_alternative<BoundEvaluation>(made.kind)) {
    levels = open_levels(library_, made, graph_.levels);
  }
  FunctionLevels derivative;
  if (has_derivatives_) {
    derivative = inherited_levels(library_, made, graph_.derivative_levels);
  }
  const auto* leaf = std::get_if<LeafEvaluation>(&made.kind);
  if (leaf != nullptr && levels.any() &&
      leaves_.contains(leaf->fragment, leaf->type_arguments, leaf->special)) {
    derivative |= levels;
  }
  has_levels_ = has_levels_ || levels.any();
  has_derivatives_ = has_derivatives_ || derivative.any();
  graph_.levels.push_back(levels);
  graph_.derivative_levels.push_back(derivative);
  return id;
}

}  // namespace weft
