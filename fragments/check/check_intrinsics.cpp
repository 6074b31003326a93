#include "fragments/check/check_intrinsics.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fragments/check/check_operators.h"
#include "fragments/check/check_types.h"

namespace weft {
namespace {

struct Usage {
  std::size_t count;
  std::string_view wants;
};

Usage usage_of_bits(IntrinsicShape shape) {
  switch (shape) {
    case IntrinsicShape::PackTwo:
      return {1, "a float2"};
    case IntrinsicShape::PackFour:
      return {1, "a float4"};
    case IntrinsicShape::UnpackTwo:
    case IntrinsicShape::UnpackFour:
      return {1, "a uint"};
    case IntrinsicShape::BitfieldExtract:
      return {3, "an int or uint scalar or vector, an int offset and an int number of bits"};
    case IntrinsicShape::BitfieldInsert:
      return {4,
              "two int or uint scalars or vectors of one type, an int offset and an int number "
              "of bits"};
    default:
      return {1, "an int or uint scalar or vector"};
  }
}

Usage usage_of(IntrinsicShape shape) {
  switch (shape) {
    case IntrinsicShape::FloatUnary:
    case IntrinsicShape::Length:
    case IntrinsicShape::FloatTest:
    case IntrinsicShape::FloatToInt:
    case IntrinsicShape::FloatToUint:
      return {1, "a float scalar or vector"};
    case IntrinsicShape::NumericUnary:
      return {1, "a float or int scalar or vector"};
    case IntrinsicShape::FloatBinary:
      return {2, "two float scalars or vectors of the same size (scalars are splatted)"};
    case IntrinsicShape::FloatSameBinary:
    case IntrinsicShape::Dot:
      return {2, "two float scalars or vectors of the same size"};
    case IntrinsicShape::NumericBinary:
      return {2, "two scalars or vectors of the same kind and size (scalars are splatted)"};
    case IntrinsicShape::FloatTernary:
      return {3, "three float scalars or vectors of the same size (scalars are splatted)"};
    case IntrinsicShape::FloatSameTernary:
      return {3, "three float scalars or vectors of the same size"};
    case IntrinsicShape::NumericTernary:
      return {3, "three scalars or vectors of the same kind and size (scalars are splatted)"};
    case IntrinsicShape::Refract:
      return {3, "two float vectors of the same size and a float"};
    case IntrinsicShape::Cross:
      return {2, "two float3 values"};
    case IntrinsicShape::Transpose:
      return {1, "a matrix"};
    case IntrinsicShape::Determinant:
    case IntrinsicShape::Inverse:
      return {1, "a square matrix"};
    case IntrinsicShape::MatrixProduct:
      return {2, "matrices, vectors and scalars whose inner dimensions match"};
    case IntrinsicShape::OuterProduct:
      return {2, "two float vectors"};
    case IntrinsicShape::ArrayLength:
      return {1, "an array"};
    case IntrinsicShape::BoolReduce:
      return {1, "a bool vector"};
    case IntrinsicShape::Comparison:
      return {2, "two vectors of the same kind and size (compare scalars with operators)"};
    case IntrinsicShape::BitsToFloat:
      return {1, "an int or uint scalar or vector"};
    case IntrinsicShape::PackTwo:
    case IntrinsicShape::PackFour:
    case IntrinsicShape::UnpackTwo:
    case IntrinsicShape::UnpackFour:
    case IntrinsicShape::BitfieldExtract:
    case IntrinsicShape::BitfieldInsert:
    case IntrinsicShape::IntegerUnary:
    case IntrinsicShape::BitIndex:
      return usage_of_bits(shape);
    case IntrinsicShape::Gather:
      return {3,
              "a texture that is not 3D, float coordinates of its dimension and a component from "
              "0 to 3"};
    case IntrinsicShape::TextureLevels:
      return {1, "a texture"};
    case IntrinsicShape::SampleBias:
      return {3,
              "a texture, float coordinates of its dimension and a float that the level is "
              "raised by"};
    case IntrinsicShape::Sample:
      return {2, "a texture and float coordinates of its dimension"};
    case IntrinsicShape::SampleLod:
      return {3, "a texture, float coordinates of its dimension and a float level"};
    case IntrinsicShape::SampleGrad:
      return {4, "a texture, float coordinates of its dimension and two derivatives"};
    case IntrinsicShape::SampleCompare:
      return {3,
              "a texture whose sampler compares, float coordinates of its dimension and a float"};
    case IntrinsicShape::Texel:
      return {3, "a texture that is not a cube, int coordinates of its dimension and an int level"};
    case IntrinsicShape::TextureSize:
      return {2, "a texture and an int level"};
  }
  return {};
}

/// What to write instead; empty if nothing is known.
std::string_view hint_of(Intrinsic intrinsic, const std::vector<CheckedArgument>& arguments) {
  if (intrinsic == Intrinsic::LengthOf) {
    return "a port for arrays of any length is xs: T[N], with <N: int>";
  }
  if (intrinsic == Intrinsic::Mix && arguments.size() == 3 &&
      arguments[2].value.type.is_scalar_or_vector() &&
      arguments[2].value.type.scalar_kind() == Scalar::Bool) {
    return "choose with ?:, each component apart: float2(c.x ? b.x : a.x, c.y ? b.y : a.y)";
  }
  if (arguments.empty() || !arguments[0].value.type.is_texture()) {
    return {};
  }
  const bool wants_shadow = intrinsic_shape(intrinsic) == IntrinsicShape::SampleCompare;
  const bool is_shadow = arguments[0].value.type.is_shadow_texture();
  if (wants_shadow && !is_shadow) {
    return "the sampler of a texture2d_shadow, texture2d_array_shadow or texturecube_shadow "
           "compares";
  }
  if (is_shadow && !wants_shadow && intrinsic != Intrinsic::TextureSize &&
      intrinsic != Intrinsic::TextureLevels) {
    return "its sampler compares: sample_compare(map, uv, reference); depths are read from a "
           "texture2d";
  }
  return {};
}

/// The number of elements of an array. Where only the call or the profile decides it, an operation.
CheckedValue check_length(CheckContext& context, const CheckedValue& array, Span span) {
  const DataType length = context.library.data_types.array(array.type).length();
  if (length == DataType::length(0)) {
    return context.add(Operation::Length, int_type, 0, {*array.expr}, span);
  }
  return context.add(length.is_open() ? Operation::Length : Operation::Literal, int_type,
                     length.index(), {}, span);
}

/// Adds the first component where none is given. Targets have a function per component, so it is a
/// number.
bool complete_gather(CheckContext& context, const syntax::Identifier& callee,
                     std::vector<BodyExprId>& arguments, Span span) {
  if (arguments.size() == 2) {
    arguments.push_back(*context.add(Operation::Literal, int_type, 0, {}, span).expr);
    return true;
  }
  const BodyExpr& component = context.body.exprs[arguments[2]];
  if (component.op == Operation::Literal && component.payload < 4) {
    return true;
  }
  context.fail(
      Code::TypeMismatch, span,
      fmt::format("the component of '{}' is a number from 0 to 3", context.text(callee.name)));
  return false;
}

}  // namespace

CheckedValue fail_intrinsic(CheckContext& context, const syntax::Identifier& callee,
                            Intrinsic intrinsic, const std::vector<CheckedArgument>& arguments,
                            Span span) {
  std::string types;
  for (const CheckedArgument& argument : arguments) {
    types += fmt::format("{}{}", types.empty() ? "" : ", ", context.type_name(argument.value.type));
  }
  Usage usage = usage_of(intrinsic_shape(intrinsic));
  const bool fits_count = usage.count == arguments.size();
  return context.fail(
      fits_count ? Code::TypeMismatch : Code::WrongArguments, span,
      fmt::format("'{}' takes {}, not ({})", context.text(callee.name), usage.wants, types),
      fits_count ? std::string(hint_of(intrinsic, arguments)) : std::string());
}

CheckedValue check_intrinsic(CheckContext& context, const syntax::Identifier& callee,
                             Intrinsic intrinsic, const IntrinsicCall& call,
                             std::vector<CheckedArgument> arguments, Span span) {
  if (intrinsic == Intrinsic::Mul) {
    return check_binary(context, syntax::BinaryOperator::Multiply, arguments[0].value,
                        arguments[1].value, span);
  }
  if (intrinsic == Intrinsic::LengthOf) {
    return check_length(context, arguments[0].value, span);
  }
  std::vector<BodyExprId> ids;
  const ValueRole what("this argument of '{}'", context.text(callee.name));
  bool fine = true;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    CheckedValue& value = arguments[i].value;
    fine = convert_spreading(context, value, call.arguments[i], what) && fine;
    if (fine) {
      ids.push_back(*value.expr);
    }
  }
  if (!fine) {
    return context.erroneous(span);
  }
  if (intrinsic == Intrinsic::Gather && !complete_gather(context, callee, ids, span)) {
    return context.erroneous(span);
  }
  return context.add(Operation::Intrinsic, call.result, static_cast<std::uint32_t>(intrinsic), ids,
                     span);
}

}  // namespace weft
