#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/evaluations/typed_graph.h"
#include "fragments/analysis/call_reduction.h"

namespace weft {

/// Algebra on evaluations, one by one in the order of their ids (decision 0023): identities (`x +
/// 0`, `x * 1`, `mix(a, b, 0)`, a choice between equals), what undoes itself (`-(-x)`, transposing
/// twice), and inputs on which nothing depends, because what they are weighed with is 0. Results
/// stay the same to the bit, but for the signs of zeros, wherever everything is finite.
class Simplifier {
 public:
  Simplifier(const Library& library, TypedGraph& graph)
      : library_(library), graph_(graph), calls_(library) {}

  /// At most one is set.
  struct Outcome {
    std::optional<EvaluationId> stands_for;  ///< this earlier evaluation does, for all readers
    std::optional<Constant> value;
  };

  /// `id`, whose inputs were simplified before it. Inputs that are not needed become zeros, which
  /// stand at the end of the store. O(the body that it calls).
  Outcome simplify(EvaluationId id);

 private:
  Outcome simplify_leaf(EvaluationId id);
  Outcome simplify_operation(EvaluationId id, const OperationEvaluation& operation);
  std::optional<EvaluationId> part_of_made(const Evaluation& read) const;
  Outcome twice(EvaluationId id, const LeafEvaluation& leaf);
  Outcome outcome_of(EvaluationId id, const ReducedResult& result,
                     const std::vector<EvaluationId>& inputs) const;
  void drop_unneeded(EvaluationId id, const LeafEvaluation& leaf,
                     const std::vector<bool>& is_needed);
  EvaluationId zero_like(EvaluationId id);
  const Constant* constant(EvaluationId id) const;
  bool can_stand_for(EvaluationId candidate, EvaluationId id) const;

  const Library& library_;
  TypedGraph& graph_;
  CallReduction calls_;
  std::unordered_map<EvaluationId, ReducedCall>
      several_;  // look-ups only: of calls with several results
  std::map<std::pair<TypeId, Stage>, EvaluationId> zeros_;
};

}  // namespace weft
