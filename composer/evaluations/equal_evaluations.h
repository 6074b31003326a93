#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "support/index_table.h"

namespace weft {

/// Returns a hash that is equal for equal evaluations.
std::uint64_t evaluation_hash(const EvaluationKind& kind, const EvaluationIds& inputs, Stage stage);
inline std::uint64_t evaluation_hash(const Evaluation& evaluation) {
  return evaluation_hash(evaluation.kind, evaluation.inputs, evaluation.stage);
}

/// Finds equal evaluations in a store: those with the same kind, inputs and stage, and the same
/// data type. Knows only the evaluations that were inserted. All operations take O(inputs)
/// expected.
class EqualEvaluations {
 public:
  /// Both must outlive the object and may grow.
  EqualEvaluations(const Store<Evaluation>& evaluations, const TypeInterner& types)
      : evaluations_(evaluations), types_(types) {}

  std::optional<EvaluationId> find(const EvaluationKind& kind, const EvaluationIds& inputs,
                                   Stage stage, TypeId type) const {
    return find(evaluation_hash(kind, inputs, stage), kind, inputs, stage, type);
  }
  /// `hash`: of the evaluation.
  std::optional<EvaluationId> find(std::uint64_t hash, const Evaluation& evaluation) const {
    return find(hash, evaluation.kind, evaluation.inputs, evaluation.stage, evaluation.type);
  }
  /// Call only after find() failed.
  void insert(std::uint64_t hash, EvaluationId id) { known_.insert(hash, id.index()); }
  /// Returns the equal evaluation that was inserted before, else inserts this one and returns it.
  EvaluationId find_or_insert(EvaluationId id);

 private:
  std::optional<EvaluationId> find(std::uint64_t hash, const EvaluationKind& kind,
                                   const EvaluationIds& inputs, Stage stage, TypeId type) const;

  const Store<Evaluation>& evaluations_;
  const TypeInterner& types_;
  IndexTable known_;
};

}  // namespace weft
