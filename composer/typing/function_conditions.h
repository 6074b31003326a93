#pragma once

#include "composer/typing/type_inference.h"

namespace weft {

/// Decides the conditions by which functions are chosen: types them, which may expand more of the
/// graph, and folds them. One condition costs as much as typing the values that it is computed
/// from. The references must outlive the object.
class TypedConditions final : public ConditionDecider {
 public:
  TypedConditions(Composition& composition, const ConversionSet& conversions,
                  ConversionCache& cache)
      : composition_(composition), conversions_(conversions), cache_(cache) {}

  FunctionCondition decide(Elaborator& elaborator, CallId condition, Span where) override;

 private:
  Composition& composition_;
  const ConversionSet& conversions_;
  ConversionCache& cache_;
};

}  // namespace weft
