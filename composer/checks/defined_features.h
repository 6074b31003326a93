#pragma once

#include <map>
#include <optional>

#include "composer/compose.h"
#include "conversions/checks/feature_definitions.h"

namespace weft {

/// Features by their definitions, as composing without a host would define them: typed once each,
/// then evaluated by the interpreter for any values of the features that they read. Refers to the
/// composer.
class DefinedFeatures final : public FeatureDefinitions {
 public:
  explicit DefinedFeatures(const Composer& composer) : composer_(composer) {}

  std::optional<Constant> value(FeatureId defined, const PrimitiveValues& primitives) override;

 private:
  const std::optional<Plan>& plan(FeatureId defined);

  const Composer& composer_;
  std::map<FeatureId, std::optional<Plan>> plans_;  // nothing: the definition has an error
};

}  // namespace weft
