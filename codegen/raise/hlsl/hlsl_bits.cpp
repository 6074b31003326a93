#include "codegen/raise/hlsl/hlsl_bits.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "codegen/print/type_spelling.h"
#include "codegen/raise/hlsl/hlsl_spelling.h"
#include "fragments/model/intrinsics.h"
#include "support/check.h"

namespace weft {
namespace {

std::string_view packing_text(Intrinsic intrinsic) {
  switch (intrinsic) {
    case Intrinsic::PackHalf2x16:
      return R"(uint pack_half2x16(float2 v)
{
    return f32tof16(v.x) | f32tof16(v.y) << 16;
})";
    case Intrinsic::UnpackHalf2x16:
      return R"(float2 unpack_half2x16(uint bits)
{
    return float2(f16tof32(bits & 0xffffu), f16tof32(bits >> 16));
})";
    case Intrinsic::PackUnorm2x16:
      return R"(uint pack_unorm2x16(float2 v)
{
    uint2 parts = uint2(round(saturate(v) * 65535.0));
    return parts.x | parts.y << 16;
})";
    case Intrinsic::PackSnorm2x16:
      return R"(uint pack_snorm2x16(float2 v)
{
    uint2 parts = uint2(int2(round(clamp(v, -1.0, 1.0) * 32767.0))) & 0xffffu;
    return parts.x | parts.y << 16;
})";
    case Intrinsic::PackUnorm4x8:
      return R"(uint pack_unorm4x8(float4 v)
{
    uint4 parts = uint4(round(saturate(v) * 255.0));
    return parts.x | parts.y << 8 | parts.z << 16 | parts.w << 24;
})";
    case Intrinsic::PackSnorm4x8:
      return R"(uint pack_snorm4x8(float4 v)
{
    uint4 parts = uint4(int4(round(clamp(v, -1.0, 1.0) * 127.0))) & 0xffu;
    return parts.x | parts.y << 8 | parts.z << 16 | parts.w << 24;
})";
    case Intrinsic::UnpackUnorm2x16:
      return R"(float2 unpack_unorm2x16(uint bits)
{
    return float2(uint2(bits & 0xffffu, bits >> 16)) / 65535.0;
})";
    case Intrinsic::UnpackSnorm2x16:
      return R"(float2 unpack_snorm2x16(uint bits)
{
    return max(float2(int2(int(bits << 16), int(bits)) >> 16) / 32767.0, -1.0);
})";
    case Intrinsic::UnpackUnorm4x8:
      return R"(float4 unpack_unorm4x8(uint bits)
{
    return float4(uint4(bits, bits >> 8, bits >> 16, bits >> 24) & 0xffu) / 255.0;
})";
    case Intrinsic::UnpackSnorm4x8:
      return R"(float4 unpack_snorm4x8(uint bits)
{
    return max(float4(int4(int(bits << 24), int(bits << 16), int(bits << 8), int(bits)) >> 24) / 127.0, -1.0);
})";
    default:
      WEFT_CHECK(false, "an intrinsic that does not pack floats");
      return {};
  }
}

/// The name in the text of a function.
std::string name_of(std::string_view text) {
  const std::size_t begin = text.find(' ') + 1;
  return std::string(text.substr(begin, text.find('(') - begin));
}

std::string repeated(DataType type, std::string_view scalar) {
  std::string text = std::string(spelled(type, hlsl_spelling())) + "(";
  for (int i = 0; i < type.rows(); ++i) {
    text += i == 0 ? "" : ", ";
    text += scalar;
  }
  return text + ")";
}

}  // namespace

Function hlsl_bit_function(const HelperKey& key) {
  const auto intrinsic = static_cast<Intrinsic>(key.subject);
  const std::string_view type =
      key.type.is_integral() ? spelled(key.type, hlsl_spelling()) : std::string_view();
  if (intrinsic == Intrinsic::BitfieldExtract) {
    return native_helper(
        "hlsl", "bitfield_extract", key.type,
        fmt::format("{0} bitfield_extract({0} value, int offset, int bits)\n{{\n"
                    "    return bits == 0 ? {1} : value << (uint(32 - bits - offset) & 31u) >> "
                    "(uint(32 - bits) & 31u);\n}}",
                    type, repeated(key.type, "0")));
  }
  if (intrinsic == Intrinsic::BitfieldInsert) {
    return native_helper(
        "hlsl", "bitfield_insert", key.type,
        fmt::format("{0} bitfield_insert({0} base, {0} inserted, int offset, int bits)\n{{\n"
                    "    uint field = bits >= 32 ? 0xffffffffu : (1u << (uint(bits) & 31u)) - 1u;\n"
                    "    uint mask = field << (uint(offset) & 31u);\n"
                    "    return base & {1} | inserted << (uint(offset) & 31u) & {2};\n}}",
                    type, repeated(key.type, "~mask"), repeated(key.type, "mask")));
  }
  const std::string_view text = packing_text(intrinsic);
  return native_helper("hlsl", name_of(text), {}, std::string(text));
}

Function hlsl_outer_product(const HelperKey& key) {
  const std::string_view matrix = spelled(key.type, hlsl_spelling());
  std::string rows;
  for (int i = 0; i < key.type.rows(); ++i) {
    rows += fmt::format("{}column.{} * row", i == 0 ? "" : ", ",
                        std::string_view("xyzw").substr(static_cast<std::size_t>(i), 1));
  }
  return native_helper(
      "hlsl", "outer_product", key.type,
      fmt::format("{0} outer_product({1} column, {2} row)\n{{\n    return {0}({3});\n}}", matrix,
                  spelled(DataType::vector(Scalar::Float, key.type.rows()), hlsl_spelling()),
                  spelled(DataType::vector(Scalar::Float, key.type.columns()), hlsl_spelling()),
                  rows));
}

}  // namespace weft
