#pragma once

#include <vector>

#include "composer/evaluations/derivative_leaves.h"
#include "composer/evaluations/evaluation_builder.h"
#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Adds evaluations to a typed graph, equal ones once, with what follows from their inputs: natural
/// rates, levels and derivative levels.
class TypedGraphBuilder {
 public:
  /// Both must outlive the object. Evaluations that the graph already has are not considered equal
  /// to new ones.
  TypedGraphBuilder(const Library& library, TypedGraph& graph);
  TypedGraphBuilder(const TypedGraphBuilder&) = delete;
  TypedGraphBuilder& operator=(const TypedGraphBuilder&) = delete;

  /// Returns the equal evaluation, or adds one whose natural rate is the join of `least_rate` and
  /// the rates of the inputs. The first origin stays. O(inputs) expected.
  EvaluationId add(EvaluationKind&& kind, EvaluationIds&& inputs, Stage stage, Rate least_rate,
                   TypeId type, const Origin& origin);

 private:
  const Library& library_;
  TypedGraph& graph_;
  EvaluationBuilder unique_;
  DerivativeLeaves leaves_;
  // Whether any evaluation is inside a function, and whether any derivative is. Most graphs have
  // neither.
  bool has_levels_;
  bool has_derivatives_;
};

}  // namespace weft
