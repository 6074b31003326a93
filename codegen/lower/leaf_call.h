#pragma once

#include "codegen/lower/stage_lowering.h"

namespace weft {

/// The evaluation of a leaf while it is lowered.
struct LeafCall {
  StageLowering& stage;
  EvaluationId id;
  const Evaluation& evaluation;
  const LeafEvaluation& leaf;
  const Fragment& fragment;

  /// The data type of a port, with the leaf's type arguments.
  DataType port_type(std::size_t port) const {
    const TypePattern& pattern = fragment.ports[port].type;
    return pattern.type_variable ? leaf.type_arguments[*pattern.type_variable] : pattern.data;
  }
};

/// Lowers a leaf that is an operator, whose `body` returns `root`, to an expression; see
/// operator_of().
void lower_operator(const LeafCall& call, const Body& body, BodyExprId root);

}  // namespace weft
