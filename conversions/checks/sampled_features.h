#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "conversions/checks/feature_definitions.h"
#include "fragments/interpreter/sample_source.h"
#include "fragments/model/constant.h"

namespace weft {

/// One value for each feature that is asked for: those that were given; of the others those without
/// a definition at random, each from the seed and its path, whatever else is asked for; those with
/// one by their definition.
class SampledFeatures {
 public:
  SampledFeatures(const Library& library, FeatureDefinitions& definitions, std::uint64_t seed)
      : SampledFeatures(library, definitions, std::optional<std::uint64_t>(seed)) {}
  /// No random values: only given features and those derived from them.
  SampledFeatures(const Library& library, FeatureDefinitions& definitions)
      : SampledFeatures(library, definitions, std::nullopt) {}

  void give(FeatureId feature, Constant value) { known_[feature] = std::move(value); }

  /// Nothing if the feature, or one that its definition needs, has no value on the CPU.
  std::optional<Constant> value(FeatureId feature);

  /// Features without a definition that were requested and not given, each once, in order of
  /// request.
  const std::vector<FeatureId>& missing() const { return missing_; }

 private:
  SampledFeatures(const Library& library, FeatureDefinitions& definitions,
                  std::optional<std::uint64_t> seed)
      : library_(library), definitions_(definitions), seed_(seed) {}

  const Library& library_;
  FeatureDefinitions& definitions_;
  std::optional<std::uint64_t> seed_;
  std::vector<FeatureId> missing_;
  std::map<FeatureId, std::optional<Constant>> known_;
};

}  // namespace weft
