#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/model/body_flow.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"

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
                                  const Specialization& special = {});

}  // namespace weft
