#pragma once

#include "composer/evaluations/plan.h"
#include "support/index_table.h"

namespace weft {

/// Adds evaluations to a store, of equal ones just the first; it takes the name of a later one
/// where it has none. What the store was given otherwise is not looked at. Both references must
/// outlive it.
class UniqueEvaluations {
 public:
  UniqueEvaluations(Store<Evaluation>& made, const TypeInterner& types)
      : made_(made), types_(types) {}

  /// O(inputs) expected.
  EvaluationId add(Evaluation&& evaluation);

 private:
  Store<Evaluation>& made_;
  const TypeInterner& types_;
  IndexTable known_;
};

}  // namespace weft
