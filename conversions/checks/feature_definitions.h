#pragma once

#include <functional>
#include <optional>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"

namespace weft {

/// Evaluates features that are defined by others. A definition is a graph, and only the composer
/// types graphs, so it implements this for the checks and hands it in.
class FeatureDefinitions {
 public:
  virtual ~FeatureDefinitions() = default;

  /// Gives the values of features without a definition; nothing for those that have none.
  using PrimitiveValues = std::function<std::optional<Constant>(FeatureId)>;

  /// The value of a feature that has a definition. Nothing if a feature that it reads has no value,
  /// or if it cannot be computed on the CPU (textures, native bodies). Asks `primitives` once for
  /// each feature that it reads.
  virtual std::optional<Constant> value(FeatureId defined, const PrimitiveValues& primitives) = 0;
};

}  // namespace weft
