#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "composer/checks/sampled_features.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

/// Conversions applied to values on the CPU: each sample is a world of its own, with one random
/// value for each feature and for each type of values. The same for the same seed, whatever was
/// asked before.
class ConversionTrials {
 public:
  ConversionTrials(const Library& library, const ConversionSet& conversions, std::uint64_t seed,
                   int samples);

  /// What a chain starts from.
  struct Start {
    DataType data;
    bool is_unit = false;  ///< of length 1
  };
  Start start_of(const SemanticType& type) const;

  /// Absent for textures, structs and arrays.
  std::optional<Constant> value(const Start& start, int sample) const;
  /// What the steps make of that, one after another. Absent where a body cannot be evaluated, or a
  /// step does not take the data type. The first step from each start is evaluated once.
  std::optional<Constant> walk(const std::vector<ConversionId>& steps, const Start& start,
                               int sample);
  std::optional<Constant> step(ConversionId id, const Constant& value, int sample);

 private:
  struct World {
    World(const Library& library, const ConversionSet& conversions, std::uint64_t own_seed)
        : seed(own_seed), features(library, conversions, own_seed) {}
    std::uint64_t seed;
    SampledFeatures features;
    /// Per conversion, and whether the start is of length 1; the outer one: not evaluated.
    std::vector<std::optional<std::optional<Constant>>> first_steps;
  };

  /// A conversion made ready to be evaluated for many values.
  struct Ready {
    const BodyInstance* instance = nullptr;
    std::optional<BodyEvaluator> evaluator;  ///< none: it cannot be evaluated
    std::vector<DataType> results;
    /// Per sample, once asked for: what its body reads; the inner one: not all of it has a value.
    std::vector<std::optional<std::optional<std::vector<Constant>>>> features;
  };
  Ready& ready(ConversionId id);

  const Library& library_;
  const ConversionSet& conversions_;
  std::vector<std::unique_ptr<World>> worlds_;  // per sample
  std::vector<std::optional<Ready>> ready_;     // per conversion
  std::vector<Constant> port_;                  // of the step at hand
};

}  // namespace weft
