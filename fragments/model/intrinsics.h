#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft {

/// The functions that every target provides, natively or through code that the printers emit.
/// Listed in intrinsics.def.
enum class Intrinsic : std::uint32_t {
#define WEFT_INTRINSIC(name, spelling, alias, shape) name,
#include "fragments/model/intrinsics.def"
#undef WEFT_INTRINSIC
};

/// The typing rule of an intrinsic; intrinsics.def describes each in words.
enum class IntrinsicShape : std::uint8_t {
  FloatUnary,
  NumericUnary,
  FloatBinary,
  FloatSameBinary,
  NumericBinary,
  FloatTernary,
  FloatSameTernary,
  NumericTernary,
  Refract,
  Dot,
  Cross,
  Length,
  Transpose,
  Determinant,
  Inverse,
  MatrixProduct,
  OuterProduct,
  ArrayLength,
  BoolReduce,
  Comparison,
  FloatTest,
  FloatToInt,
  FloatToUint,
  BitsToFloat,
  PackTwo,
  PackFour,
  UnpackTwo,
  UnpackFour,
  BitfieldExtract,
  BitfieldInsert,
  IntegerUnary,
  BitIndex,
  Sample,
  SampleBias,
  SampleLod,
  SampleGrad,
  SampleCompare,
  Gather,
  Texel,
  TextureLevels,
  TextureSize
};

/// Finds an intrinsic by name or alias.
std::optional<Intrinsic> find_intrinsic(std::string_view spelling);
/// The primary spelling.
std::string_view intrinsic_name(Intrinsic intrinsic);
IntrinsicShape intrinsic_shape(Intrinsic intrinsic);
/// All spellings, aliases included, in table order.
const std::vector<std::string_view>& intrinsic_spellings();

/// Whether it needs neighboring invocations or implicit derivatives: fragment stage only.
bool needs_fragment_stage(Intrinsic intrinsic);

/// Whether it packs or unpacks floats, or reads or writes a bit field.
bool packs_or_reads_fields(Intrinsic intrinsic);

/// The typing of a call: the result type, and the type that each argument has to be converted to
/// first (integer literals widen, scalars are broadcast).
struct IntrinsicCall {
  DataType result;
  std::vector<DataType> arguments;
};
std::optional<IntrinsicCall> resolve_intrinsic(Intrinsic intrinsic,
                                               const std::vector<DataType>& arguments);

}  // namespace weft
