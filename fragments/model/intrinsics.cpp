#include "fragments/model/intrinsics.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace weft {
namespace {

struct IntrinsicEntry {
  std::string_view name;
  std::string_view alias;
  IntrinsicShape shape;
};

constexpr std::array intrinsic_entries = {
#define WEFT_INTRINSIC(name, spelling, alias, shape) \
  IntrinsicEntry{spelling, alias, IntrinsicShape::shape},
#include "fragments/model/intrinsics.def"
#undef WEFT_INTRINSIC
};

/// Further spellings: GLSL's, where the alias is HLSL's.
constexpr auto other_spellings = std::to_array<std::pair<std::string_view, Intrinsic>>({
    {"roundEven", Intrinsic::Round},
    {"intBitsToFloat", Intrinsic::BitsToFloat},
    {"uintBitsToFloat", Intrinsic::BitsToFloat},
});

using Types = std::vector<DataType>;

/// Whether a value of this type might be an integer literal, which widens to float (and int to
/// uint). The caller, which can tell, rejects values that are not literals.
bool may_widen(DataType type, Scalar target) {
  if (!type.is_scalar()) {
    return false;
  }
  bool from_int = type.scalar_kind() == Scalar::Int;
  bool from_uint = type.scalar_kind() == Scalar::Uint;
  return target == Scalar::Float ? from_int || from_uint : target == Scalar::Uint && from_int;
}

bool fits(DataType type, DataType target) {
  return type == target || (target.is_scalar() && may_widen(type, target.scalar_kind()));
}

struct MeetingRule {
  bool integers = false;   ///< allow int and uint, not only float
  bool spreading = false;  ///< broadcast scalars to vectors
};

/// The common type of scalars and vectors, or nothing.
std::optional<DataType> meeting_type(const Types& arguments, MeetingRule rule) {
  bool has_float = false;
  bool has_uint = false;
  int size = 1;
  for (DataType type : arguments) {
    if (!type.is_scalar_or_vector() || type.scalar_kind() == Scalar::Bool) {
      return std::nullopt;
    }
    has_float = has_float || type.scalar_kind() == Scalar::Float;
    has_uint = has_uint || type.scalar_kind() == Scalar::Uint;
    size = std::max(size, type.rows());
  }
  Scalar kind = Scalar::Float;
  if (rule.integers && !has_float) {
    kind = has_uint ? Scalar::Uint : Scalar::Int;
  }
  for (DataType type : arguments) {
    bool same_kind = type.scalar_kind() == kind || may_widen(type, kind);
    bool same_size = type.rows() == size || (rule.spreading && type.is_scalar());
    if (!same_kind || !same_size) {
      return std::nullopt;
    }
  }
  return DataType::vector(kind, size);
}

std::optional<IntrinsicCall> all_alike(const Types& arguments, std::size_t count,
                                       MeetingRule rule) {
  if (arguments.size() != count) {
    return std::nullopt;
  }
  auto type = meeting_type(arguments, rule);
  if (!type) {
    return std::nullopt;
  }
  return IntrinsicCall{*type, Types(count, *type)};
}

/// Like all_alike, but the result has another component kind.
std::optional<IntrinsicCall> with_result_kind(std::optional<IntrinsicCall> call, Scalar kind) {
  if (call) {
    call->result = DataType::vector(kind, call->result.rows());
  }
  return call;
}

std::optional<IntrinsicCall> with_result(std::optional<IntrinsicCall> call, DataType result) {
  if (call) {
    call->result = result;
  }
  return call;
}

std::optional<IntrinsicCall> exactly(const Types& arguments, const Types& expected,
                                     DataType result) {
  if (arguments.size() != expected.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!fits(arguments[i], expected[i])) {
      return std::nullopt;
    }
  }
  return IntrinsicCall{result, expected};
}

std::optional<IntrinsicCall> resolve_refract(const Types& arguments) {
  if (arguments.size() != 3) {
    return std::nullopt;
  }
  auto call = all_alike({arguments[0], arguments[1]}, 2, {});
  if (!call || !fits(arguments[2], float_type)) {
    return std::nullopt;
  }
  call->arguments.push_back(float_type);
  return call;
}

std::optional<IntrinsicCall> resolve_of_matrix(IntrinsicShape shape, const Types& arguments) {
  if (arguments.size() != 1 || !arguments[0].is_matrix()) {
    return std::nullopt;
  }
  DataType type = arguments[0];
  if (shape == IntrinsicShape::Transpose) {
    return IntrinsicCall{DataType::matrix(type.columns(), type.rows()), arguments};
  }
  if (type.rows() != type.columns()) {
    return std::nullopt;
  }
  return IntrinsicCall{shape == IntrinsicShape::Determinant ? float_type : type, arguments};
}

std::optional<IntrinsicCall> resolve_product(const Types& arguments) {
  if (arguments.size() != 2) {
    return std::nullopt;
  }
  DataType a = arguments[0];
  DataType b = arguments[1];
  if (a.is_matrix() && b.is_matrix() && a.columns() == b.rows()) {
    return IntrinsicCall{DataType::matrix(a.rows(), b.columns()), arguments};
  }
  if (a.is_matrix() && b.is_vector() && b.is_float_based() && a.columns() == b.rows()) {
    return IntrinsicCall{DataType::vector(Scalar::Float, a.rows()), arguments};
  }
  if (a.is_vector() && a.is_float_based() && b.is_matrix() && a.rows() == b.rows()) {
    return IntrinsicCall{DataType::vector(Scalar::Float, b.columns()), arguments};
  }
  if (fits(a, float_type) && b.is_float_based()) {
    return IntrinsicCall{b, {float_type, b}};
  }
  if (a.is_float_based() && fits(b, float_type)) {
    return IntrinsicCall{a, {a, float_type}};
  }
  return std::nullopt;
}

std::optional<IntrinsicCall> resolve_bool_reduce(const Types& arguments) {
  bool fit = arguments.size() == 1 && arguments[0].is_vector() &&
             arguments[0].scalar_kind() == Scalar::Bool;
  return fit ? std::optional<IntrinsicCall>({bool_type, arguments}) : std::nullopt;
}

std::optional<IntrinsicCall> resolve_comparison(Intrinsic intrinsic, const Types& arguments) {
  const bool is_equality = intrinsic == Intrinsic::EqualTo || intrinsic == Intrinsic::NotEqualTo;
  if (is_equality && arguments.size() == 2 && arguments[0] == arguments[1] &&
      arguments[0].is_vector() && arguments[0].scalar_kind() == Scalar::Bool) {
    return IntrinsicCall{arguments[0], arguments};
  }
  auto call = all_alike(arguments, 2, {.integers = true, .spreading = true});
  // Two scalars are compared with operators.
  if (!call || call->result.is_scalar()) {
    return std::nullopt;
  }
  return with_result_kind(std::move(call), Scalar::Bool);
}

std::optional<IntrinsicCall> resolve_bits_to_float(const Types& arguments) {
  if (arguments.size() != 1 || !arguments[0].is_integral()) {
    return std::nullopt;
  }
  return IntrinsicCall{DataType::vector(Scalar::Float, arguments[0].rows()), arguments};
}

std::optional<IntrinsicCall> resolve_numeric_unary(const Types& arguments) {
  auto call = all_alike(arguments, 1, {.integers = true});
  // No target has abs and sign for unsigned integers.
  return call && call->result.scalar_kind() != Scalar::Uint ? call : std::nullopt;
}

std::optional<IntrinsicCall> resolve_outer_product(const Types& arguments) {
  const bool fit = arguments.size() == 2 && arguments[0].is_vector() && arguments[1].is_vector() &&
                   arguments[0].is_float_based() && arguments[1].is_float_based();
  return fit ? std::optional(IntrinsicCall{
                   DataType::matrix(arguments[0].rows(), arguments[1].rows()), arguments})
             : std::nullopt;
}

/// One or two values of one type, then the offset and the number of bits of a field.
std::optional<IntrinsicCall> resolve_bits(IntrinsicShape shape, const Types& arguments) {
  const bool inserts = shape == IntrinsicShape::BitfieldInsert;
  const std::size_t values = inserts ? 2 : 1;
  const std::size_t numbers = inserts || shape == IntrinsicShape::BitfieldExtract ? 2 : 0;
  if (arguments.size() != values + numbers) {
    return std::nullopt;
  }
  const Types first(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(values));
  auto call = all_alike(first, values, {.integers = true});
  if (!call || !call->result.is_integral()) {
    return std::nullopt;
  }
  for (std::size_t i = values; i < arguments.size(); ++i) {
    if (arguments[i] != int_type) {
      return std::nullopt;
    }
    call->arguments.push_back(int_type);
  }
  return shape == IntrinsicShape::BitIndex ? with_result_kind(std::move(call), Scalar::Int) : call;
}

std::optional<IntrinsicCall> resolve_pack(IntrinsicShape shape, const Types& arguments) {
  const bool is_two = shape == IntrinsicShape::PackTwo || shape == IntrinsicShape::UnpackTwo;
  const DataType parts = is_two ? float2_type : float4_type;
  const bool packs = shape == IntrinsicShape::PackTwo || shape == IntrinsicShape::PackFour;
  return packs ? exactly(arguments, {parts}, uint_type) : exactly(arguments, {uint_type}, parts);
}

/// Component counts of a texture's coordinates, their derivatives, texel positions and size.
struct TextureSpace {
  int coordinates;
  int gradient;
  int texel;  ///< 0: no single texels can be read
  int size;
};

TextureSpace texture_space(TextureShape shape) {
  switch (shape) {
    case TextureShape::Texture2d:
      return {2, 2, 2, 2};
    case TextureShape::Texture3d:
      return {3, 3, 3, 3};
    case TextureShape::TextureCube:
      return {3, 3, 0, 2};
    case TextureShape::Texture2dArray:
      return {3, 2, 3, 3};
    case TextureShape::TextureCubeArray:
      return {4, 3, 0, 3};
    case TextureShape::Texture2dShadow:
      return {2, 2, 0, 2};
    case TextureShape::Texture2dArrayShadow:
      return {3, 2, 0, 3};
    case TextureShape::TextureCubeShadow:
      return {3, 3, 0, 2};
  }
  return {};
}

std::optional<IntrinsicCall> resolve_texture(IntrinsicShape shape, const Types& arguments) {
  if (arguments.empty() || !arguments[0].is_texture()) {
    return std::nullopt;
  }
  DataType texture = arguments[0];
  TextureSpace space = texture_space(texture.texture_shape());
  DataType coordinates = DataType::vector(Scalar::Float, space.coordinates);
  DataType gradient = DataType::vector(Scalar::Float, space.gradient);
  if (shape == IntrinsicShape::TextureSize) {
    return exactly(arguments, {texture, int_type}, DataType::vector(Scalar::Int, space.size));
  }
  if (shape == IntrinsicShape::TextureLevels) {
    return exactly(arguments, {texture}, int_type);
  }
  if (texture.is_shadow_texture() != (shape == IntrinsicShape::SampleCompare)) {
    return std::nullopt;
  }
  if (shape == IntrinsicShape::SampleCompare) {
    return exactly(arguments, {texture, coordinates, float_type}, float_type);
  }
  if (shape == IntrinsicShape::Sample) {
    return exactly(arguments, {texture, coordinates}, float4_type);
  }
  if (shape == IntrinsicShape::Gather) {
    if (texture.texture_shape() == TextureShape::Texture3d) {
      return std::nullopt;
    }
    return arguments.size() == 2
               ? exactly(arguments, {texture, coordinates}, float4_type)
               : exactly(arguments, {texture, coordinates, int_type}, float4_type);
  }
  if (shape == IntrinsicShape::SampleLod || shape == IntrinsicShape::SampleBias) {
    return exactly(arguments, {texture, coordinates, float_type}, float4_type);
  }
  if (shape == IntrinsicShape::SampleGrad) {
    return exactly(arguments, {texture, coordinates, gradient, gradient}, float4_type);
  }
  if (space.texel == 0) {
    return std::nullopt;
  }
  return exactly(arguments, {texture, DataType::vector(Scalar::Int, space.texel), int_type},
                 float4_type);
}

}  // namespace

std::optional<Intrinsic> find_intrinsic(std::string_view spelling) {
  static const std::unordered_map<std::string_view, Intrinsic> by_spelling = [] {
    std::unordered_map<std::string_view, Intrinsic> map;
    for (std::size_t i = 0; i < intrinsic_entries.size(); ++i) {
      map.emplace(intrinsic_entries[i].name, static_cast<Intrinsic>(i));
      if (!intrinsic_entries[i].alias.empty()) {
        map.emplace(intrinsic_entries[i].alias, static_cast<Intrinsic>(i));
      }
    }
    map.insert(other_spellings.begin(), other_spellings.end());
    return map;
  }();
  auto at = by_spelling.find(spelling);
  return at != by_spelling.end() ? std::optional<Intrinsic>(at->second) : std::nullopt;
}

std::string_view intrinsic_name(Intrinsic intrinsic) {
  return intrinsic_entries[static_cast<std::size_t>(intrinsic)].name;
}

IntrinsicShape intrinsic_shape(Intrinsic intrinsic) {
  return intrinsic_entries[static_cast<std::size_t>(intrinsic)].shape;
}

const std::vector<std::string_view>& intrinsic_spellings() {
  static const std::vector<std::string_view> spellings = [] {
    std::vector<std::string_view> all;
    for (const IntrinsicEntry& entry : intrinsic_entries) {
      all.push_back(entry.name);
      if (!entry.alias.empty()) {
        all.push_back(entry.alias);
      }
    }
    for (const auto& [spelling, intrinsic] : other_spellings) {
      all.push_back(spelling);
    }
    return all;
  }();
  return spellings;
}

bool needs_fragment_stage(Intrinsic intrinsic) {
  return intrinsic == Intrinsic::DerivativeX || intrinsic == Intrinsic::DerivativeY ||
         intrinsic == Intrinsic::FilterWidth || intrinsic == Intrinsic::Sample ||
         intrinsic == Intrinsic::SampleBias || intrinsic == Intrinsic::SampleCompare;
}

bool packs_or_reads_fields(Intrinsic intrinsic) {
  return intrinsic >= Intrinsic::PackHalf2x16 && intrinsic <= Intrinsic::BitfieldInsert;
}

std::optional<IntrinsicCall> resolve_intrinsic(Intrinsic intrinsic,
                                               const std::vector<DataType>& arguments) {
  constexpr MeetingRule floats;
  constexpr MeetingRule spreading_floats = {.integers = false, .spreading = true};
  constexpr MeetingRule spreading_numbers = {.integers = true, .spreading = true};
  IntrinsicShape shape = intrinsic_shape(intrinsic);
  switch (shape) {
    case IntrinsicShape::FloatUnary:
      return all_alike(arguments, 1, floats);
    case IntrinsicShape::NumericUnary:
      return resolve_numeric_unary(arguments);
    case IntrinsicShape::FloatBinary:
      return all_alike(arguments, 2, spreading_floats);
    case IntrinsicShape::FloatSameBinary:
      return all_alike(arguments, 2, floats);
    case IntrinsicShape::NumericBinary:
      return all_alike(arguments, 2, spreading_numbers);
    case IntrinsicShape::FloatTernary:
      return all_alike(arguments, 3, spreading_floats);
    case IntrinsicShape::FloatSameTernary:
      return all_alike(arguments, 3, floats);
    case IntrinsicShape::NumericTernary:
      return all_alike(arguments, 3, spreading_numbers);
    case IntrinsicShape::Refract:
      return resolve_refract(arguments);
    case IntrinsicShape::Dot:
      return with_result(all_alike(arguments, 2, floats), float_type);
    case IntrinsicShape::Cross:
      return exactly(arguments, {float3_type, float3_type}, float3_type);
    case IntrinsicShape::Length:
      return with_result(all_alike(arguments, 1, floats), float_type);
    case IntrinsicShape::Transpose:
    case IntrinsicShape::Determinant:
    case IntrinsicShape::Inverse:
      return resolve_of_matrix(shape, arguments);
    case IntrinsicShape::MatrixProduct:
      return resolve_product(arguments);
    case IntrinsicShape::ArrayLength:
      return arguments.size() == 1 && arguments[0].is_array()
                 ? std::optional(IntrinsicCall{int_type, arguments})
                 : std::nullopt;
    case IntrinsicShape::BoolReduce:
      return resolve_bool_reduce(arguments);
    case IntrinsicShape::Comparison:
      return resolve_comparison(intrinsic, arguments);
    case IntrinsicShape::FloatTest:
      return with_result_kind(all_alike(arguments, 1, floats), Scalar::Bool);
    case IntrinsicShape::FloatToInt:
      return with_result_kind(all_alike(arguments, 1, floats), Scalar::Int);
    case IntrinsicShape::FloatToUint:
      return with_result_kind(all_alike(arguments, 1, floats), Scalar::Uint);
    case IntrinsicShape::BitsToFloat:
      return resolve_bits_to_float(arguments);
    case IntrinsicShape::OuterProduct:
      return resolve_outer_product(arguments);
    case IntrinsicShape::PackTwo:
    case IntrinsicShape::PackFour:
    case IntrinsicShape::UnpackTwo:
    case IntrinsicShape::UnpackFour:
      return resolve_pack(shape, arguments);
    case IntrinsicShape::BitfieldExtract:
    case IntrinsicShape::BitfieldInsert:
    case IntrinsicShape::IntegerUnary:
    case IntrinsicShape::BitIndex:
      return resolve_bits(shape, arguments);
    case IntrinsicShape::SampleBias:
    case IntrinsicShape::Gather:
    case IntrinsicShape::TextureLevels:
    case IntrinsicShape::Sample:
    case IntrinsicShape::SampleLod:
    case IntrinsicShape::SampleGrad:
    case IntrinsicShape::SampleCompare:
    case IntrinsicShape::Texel:
    case IntrinsicShape::TextureSize:
      return resolve_texture(shape, arguments);
  }
  return std::nullopt;
}

}  // namespace weft
