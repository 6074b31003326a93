#pragma once

#include "composer/typing/type_inference.h"

namespace weft {

/// Decides the conditions by which functions are chosen: types them, which may expand more of the
/// graph, and folds them. One condition costs as much as typing the values that it is computed
/// from. The references must outlive the object.
class TypedConditions final : public ConditionDecider {
 public:
  TypedConditions(const Composition& composition, const OpenTypes& open_types,
                  const SharedAnswers& shared)
      : composition_(composition), open_types_(open_types), shared_(shared) {}

  FunctionCondition decide(Elaborator& elaborator, CallId condition, Span where) override;

 private:
  const Composition& composition_;
  const OpenTypes& open_types_;
  SharedAnswers shared_;
};

}  // namespace weft
