#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "composer/type_inference.h"
#include "fragments/language/constant.h"

namespace weft {

/// A generator with the same numbers on every machine (SplitMix64: Steele, Lea, Flood 2014).
class SampleSource {
 public:
  explicit SampleSource(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Uniform in [low, high).
  float between(float low, float high);
  /// A value to try a body on: numbers in [0.05, 0.95), which is inside of what every shipped
  /// conversion is for; of length 1 if `is_unit`; square matrices turn about z and move, so they
  /// are invertible, rigid and keep z and w apart. Absent for textures, structs and arrays.
  std::optional<Constant> value(DataType type, bool is_unit);

 private:
  std::uint64_t state_;
};

/// Whether the type states a guarantee that vectors of length 1 have (`norm: unit`).
bool is_of_unit_length(const Library& library, const SemanticType& type);

/// Calls a leaf or a conversion on the CPU: ports, then features as in LeafEvaluation. Absent where
/// it cannot be evaluated (native bodies, no end in sight).
std::optional<Constant> call_leaf(const Library& library, FragmentId fragment,
                                  const std::vector<DataType>& type_arguments,
                                  const std::vector<Constant>& inputs, DataType result,
                                  const UnreadFeatures& unread = {});

/// One value for each feature that is asked for: those that were given; of the others those without
/// a definition at random, each from the seed and its path, whatever else is asked for; those with
/// one by their definition.
class SampledFeatures {
 public:
  SampledFeatures(const Library& library, const ConversionSet& conversions, std::uint64_t seed)
      : SampledFeatures(library, conversions, std::optional<std::uint64_t>(seed)) {}
  /// Nothing at random: only what is given, and what follows from it.
  SampledFeatures(const Library& library, const ConversionSet& conversions)
      : SampledFeatures(library, conversions, std::nullopt) {}

  void give(FeatureId feature, Constant value) { known_[feature] = std::move(value); }

  /// Absent if the feature or something that its definition needs has no value on the CPU.
  std::optional<Constant> value(FeatureId feature);

  /// Features without a definition that were asked for in vain, each once, in that order.
  const std::vector<FeatureId>& missing() const { return missing_; }

 private:
  SampledFeatures(const Library& library, const ConversionSet& conversions,
                  std::optional<std::uint64_t> seed)
      : library_(library),
        conversions_(conversions),
        cache_(conversions.table, library.lattice, {.max_advice = 0}),
        seed_(seed) {}

  std::optional<Constant> derived(FeatureId feature);
  std::optional<Constant> evaluate(const TypedGraph& graph, const Evaluation& evaluation,
                                   const std::vector<std::optional<Constant>>& values);

  const Library& library_;
  const ConversionSet& conversions_;
  ConversionCache cache_;
  std::optional<std::uint64_t> seed_;
  std::vector<FeatureId> missing_;
  std::map<FeatureId, std::optional<Constant>> known_;
};

}  // namespace weft
