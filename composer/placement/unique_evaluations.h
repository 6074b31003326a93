#pragma once

#include "composer/evaluations/plan.h"
#include "support/index_table.h"

namespace weft {

/// Hash-consing for a store of evaluations. Of equal ones only the first is added; it takes a later
/// one's name if it has none. Evaluations added to the store by others are not considered. Both
/// references must outlive the object.
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
