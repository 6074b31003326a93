#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "conversions/checks/sampled_features.h"
#include "conversions/table/conversion_set.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

/// Applies conversions to random values on the CPU. Each sample is a world with one random value
/// per feature and per start type. Deterministic in the seed, independent of the order of queries.
class ConversionTrials {
 public:
  ConversionTrials(const Library& library, const ConversionSet& conversions,
                   FeatureDefinitions& definitions, std::uint64_t seed, int samples);

  /// The data type a chain starts from.
  struct Start {
    DataType data;
    bool is_unit = false;  ///< of length 1
  };
  Start start_of(const SemanticType& type) const;

  /// Nothing for textures, structs and arrays.
  std::optional<Constant> value(const Start& start, int sample) const;
  /// Applies the steps in order to the sample's start value. Nothing if a body cannot be evaluated
  /// or a step does not take the data type. The first step is memoized per start.
  std::optional<Constant> walk(const std::vector<ConversionId>& steps, const Start& start,
                               int sample);
  std::optional<Constant> step(ConversionId id, const Constant& value, int sample);

 private:
  struct World {
    World(const Library& library, FeatureDefinitions& definitions, std::uint64_t own_seed)
        : seed(own_seed), features(library, definitions, own_seed) {}
    std::uint64_t seed;
    SampledFeatures features;
    /// Per conversion and whether the start has length 1. Outer: evaluated yet? Inner: did it
    /// succeed?
    std::vector<std::optional<std::optional<Constant>>> first_steps;
  };

  /// A conversion prepared for repeated evaluation.
  struct Ready {
    const BodyInstance* instance = nullptr;
    std::optional<BodyEvaluator> evaluator;  ///< none: it cannot be evaluated
    std::vector<DataType> results;
    /// The features that the body reads, per sample, computed on demand. Inner: nothing if one has
    /// no value.
    std::vector<std::optional<std::optional<std::vector<Constant>>>> features;
  };
  Ready& ready(ConversionId id);

  const Library& library_;
  const ConversionSet& conversions_;
  std::vector<std::unique_ptr<World>> worlds_;  // per sample
  std::vector<std::optional<Ready>> ready_;     // per conversion
  std::vector<Constant> port_;                  // of the current step
};

}  // namespace weft
