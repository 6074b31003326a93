#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft {

/// The functions that every target knows (or is taught by the printers), from intrinsics.def.
enum class Intrinsic : std::uint32_t {
#define WEFT_INTRINSIC(name, spelling, alias, shape) name,
#include "fragments/model/intrinsics.def"
#undef WEFT_INTRINSIC
};

/// How an intrinsic's arguments and result hang together; intrinsics.def says it for each in words.
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
  BoolReduce,
  Comparison,
  FloatTest,
  FloatToInt,
  FloatToUint,
  BitsToFloat,
  Sample,
  SampleLod,
  SampleGrad,
  Texel,
  TextureSize
};

/// By its name or its alias.
std::optional<Intrinsic> find_intrinsic(std::string_view spelling);
/// The first of its spellings.
std::string_view intrinsic_name(Intrinsic intrinsic);
IntrinsicShape intrinsic_shape(Intrinsic intrinsic);
/// All spellings, aliases included, in the table's order.
const std::vector<std::string_view>& intrinsic_spellings();

/// Needs neighbouring invocations or implicit derivatives: fragment stage only.
bool needs_fragment_stage(Intrinsic intrinsic);

/// A call with these argument types: the result's type, and the type that each argument has to be
/// converted to first (integer literals widen, scalars spread). Nothing if the arguments do not
/// fit.
struct IntrinsicCall {
  DataType result;
  std::vector<DataType> arguments;
};
std::optional<IntrinsicCall> resolve_intrinsic(Intrinsic intrinsic,
                                               const std::vector<DataType>& arguments);

}  // namespace weft
