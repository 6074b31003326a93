#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/evaluations/typed_graph.h"
#include "composer/evaluations/typed_graph_builder.h"
#include "fragments/analysis/call_reduction.h"

// Algebraic simplification of evaluations (decision 0023), applied in order of ids by
// fold_constants():
//
//   x + 0, x * 1, mix(a, b, 0), c ? a : a        an operand replaces the call
//   -(-x), transpose(transpose(m))               involutions; abs(abs(x)): idempotent operations
//   {a, b}.first                                 reads of a constructed struct or array
//   mix(a, b, 0) in a larger body                `b` is unused: its input becomes zero, and the
//                                                evaluations that only `b` needed become dead
//
// A leaf's body is an expression DAG of its own; CallReduction (fragments/library) evaluates it
// abstractly with the known inputs, and reports the results that reduce to a constant or an input,
// and the inputs that no result needs. Results are bit-identical except for the sign of zeros,
// provided that all values are finite.

namespace weft {

/// Simplifies the evaluations of one graph. Call simplify() in order of ids.
class Simplifier {
 public:
  /// All must outlive the object.
  Simplifier(const Library& library, TypedGraph& graph, CallReduction& calls)
      : library_(library), graph_(graph), zeros_(library, graph), calls_(calls) {}

  /// At most one member is set.
  struct Outcome {
    std::optional<EvaluationId>
        stands_for;  ///< an earlier evaluation that replaces this one for all readers
    std::optional<Constant> value;
  };

  /// Simplifies `id`, whose inputs are simplified already. Inputs that are not needed become zeros,
  /// which are appended to the store. O(size of the called body).
  Outcome simplify(EvaluationId id);

 private:
  Outcome simplify_leaf(EvaluationId id);
  Outcome simplify_operation(EvaluationId id, const OperationEvaluation& operation);
  std::optional<EvaluationId> part_of_made(const Evaluation& read) const;
  Outcome twice(EvaluationId id, const LeafEvaluation& leaf);
  Outcome outcome_of(EvaluationId id, const ReducedResult& result,
                     const EvaluationIds& inputs) const;
  void drop_unneeded(EvaluationId id, const std::vector<bool>& is_needed);
  EvaluationId zero_like(EvaluationId id);
  const Constant* constant(EvaluationId id) const;
  bool can_stand_for(EvaluationId candidate, EvaluationId id) const;

  const Library& library_;
  TypedGraph& graph_;
  TypedGraphBuilder zeros_;
  CallReduction& calls_;
  std::unordered_map<EvaluationId, ReducedCall>
      several_;                         // calls with several results; never iterated
  std::vector<const Constant*> known_;  // per input of the evaluation at hand; kept for its memory
  std::vector<DataType> types_;         // likewise
};

}  // namespace weft
