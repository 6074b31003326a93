#include "fragments/model/intrinsics.h"

#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/catch.h"

namespace weft::testing::intrinsics_test {
namespace {

/// `result <- argument, …`, or `-` if the arguments do not fit. Types in source syntax.
std::string resolved(const std::string& name, const std::vector<const char*>& types) {
  auto intrinsic = find_intrinsic(name);
  REQUIRE(intrinsic);
  std::vector<DataType> arguments;
  for (const char* type : types) {
    auto found = find_data_type(type);
    REQUIRE(found);
    arguments.push_back(*found);
  }
  auto call = resolve_intrinsic(*intrinsic, arguments);
  if (!call) {
    return "-";
  }
  std::string text = std::string(data_type_name(call->result)) + " <-";
  for (std::size_t i = 0; i < call->arguments.size(); ++i) {
    text += fmt::format("{} {}", i == 0 ? "" : ",", data_type_name(call->arguments[i]));
  }
  return text;
}

}  // namespace

TEST_CASE("intrinsics are found by their GLSL and HLSL names", "[intrinsics]") {
  CHECK(find_intrinsic("mix") == Intrinsic::Mix);
  CHECK(find_intrinsic("lerp") == Intrinsic::Mix);
  CHECK(find_intrinsic("less_than") == Intrinsic::LessThan);
  CHECK_FALSE(find_intrinsic(""));
  CHECK_FALSE(find_intrinsic("discard"));
  CHECK(intrinsic_name(Intrinsic::InverseSqrt) == "inversesqrt");
  CHECK(needs_fragment_stage(Intrinsic::Sample));
  CHECK_FALSE(needs_fragment_stage(Intrinsic::SampleLod));
  CHECK(needs_fragment_stage(Intrinsic::SampleBias));
  CHECK_FALSE(needs_fragment_stage(Intrinsic::Gather));
  CHECK(needs_fragment_stage(Intrinsic::SampleCompare));
  CHECK_FALSE(needs_fragment_stage(Intrinsic::SampleCompareLod0));
  std::set<std::string_view> spellings;
  for (std::string_view spelling : intrinsic_spellings()) {
    INFO(spelling);
    CHECK(spellings.insert(spelling).second);
    CHECK(find_intrinsic(spelling));
  }
}

TEST_CASE("intrinsics resolve by argument types", "[intrinsics]") {
  struct Row {
    const char* name;
    std::vector<const char*> types;
    const char* expected;
  };
  const Row rows[] = {
      {"sin", {"float3"}, "float3 <- float3"},
      {"sin", {"int"}, "float <- float"},
      {"sin", {"int2"}, "-"},
      {"sin", {"bool"}, "-"},
      {"sin", {"float4x4"}, "-"},
      {"sin", {"float", "float"}, "-"},
      {"abs", {"int3"}, "int3 <- int3"},
      {"abs", {"uint"}, "-"},
      {"pow", {"float3", "float"}, "float3 <- float3, float3"},
      {"pow", {"float3", "int"}, "float3 <- float3, float3"},
      {"pow", {"float3", "float2"}, "-"},
      {"max", {"int", "int"}, "int <- int, int"},
      {"max", {"uint", "int"}, "uint <- uint, uint"},
      {"max", {"float", "int"}, "float <- float, float"},
      {"max", {"int2", "float"}, "-"},
      {"max", {"int2", "int"}, "int2 <- int2, int2"},
      {"clamp", {"float3", "int", "float"}, "float3 <- float3, float3, float3"},
      {"mix", {"float3", "float3", "float"}, "float3 <- float3, float3, float3"},
      {"mix", {"int", "int", "int"}, "float <- float, float, float"},
      {"reflect", {"float3", "float"}, "-"},
      {"reflect", {"float3", "float3"}, "float3 <- float3, float3"},
      {"refract", {"float3", "float3", "int"}, "float3 <- float3, float3, float"},
      {"refract", {"float3", "float3", "float3"}, "-"},
      {"dot", {"float2", "float2"}, "float <- float2, float2"},
      {"dot", {"float2", "float3"}, "-"},
      {"cross", {"float3", "float3"}, "float3 <- float3, float3"},
      {"cross", {"float2", "float2"}, "-"},
      {"length", {"float4"}, "float <- float4"},
      {"transpose", {"float3x4"}, "float4x3 <- float3x4"},
      {"determinant", {"float3x3"}, "float <- float3x3"},
      {"determinant", {"float3x4"}, "-"},
      {"inverse", {"float2x2"}, "float2x2 <- float2x2"},
      {"mul", {"float3x4", "float4"}, "float3 <- float3x4, float4"},
      {"mul", {"float3", "float3x4"}, "float4 <- float3, float3x4"},
      {"mul", {"float4x4", "float3"}, "-"},
      {"mul", {"float4x4", "int4"}, "-"},
      {"mul", {"int", "float4x4"}, "float4x4 <- float, float4x4"},
      {"any", {"bool3"}, "bool <- bool3"},
      {"any", {"bool"}, "-"},
      {"lessThan", {"float3", "float"}, "bool3 <- float3, float3"},
      {"lessThan", {"float", "float"}, "-"},
      {"isnan", {"float2"}, "bool2 <- float2"},
      {"asint", {"float2"}, "int2 <- float2"},
      {"asfloat", {"uint2"}, "float2 <- uint2"},
      {"asfloat", {"float"}, "-"},
      {"sample", {"texture2d", "float2"}, "float4 <- texture2d, float2"},
      {"sample", {"texturecube", "float2"}, "-"},
      {"sample", {"texture2d_array", "float3"}, "float4 <- texture2d_array, float3"},
      {"sample", {"float", "float2"}, "-"},
      {"sample_lod", {"texture3d", "float3", "int"}, "float4 <- texture3d, float3, float"},
      {"sample_grad",
       {"texturecube_array", "float4", "float3", "float3"},
       "float4 <- texturecube_array, float4, float3, float3"},
      {"texel", {"texture2d", "int2", "int"}, "float4 <- texture2d, int2, int"},
      {"texel", {"texturecube", "int3", "int"}, "-"},
      {"pack_half2x16", {"float2"}, "uint <- float2"},
      {"packUnorm4x8", {"float3"}, "-"},
      {"unpack_snorm4x8", {"int"}, "float4 <- uint"},
      {"bitfield_extract", {"uint3", "int", "int"}, "uint3 <- uint3, int, int"},
      {"bitfield_extract", {"uint3", "int3", "int"}, "-"},
      {"bitfieldInsert", {"int", "int", "int", "int"}, "int <- int, int, int, int"},
      {"bitfieldInsert", {"int2", "uint2", "int", "int"}, "-"},
      {"bit_count", {"uint2"}, "int2 <- uint2"},
      {"find_msb", {"float"}, "-"},
      {"reverse_bits", {"uint"}, "uint <- uint"},
      {"outer_product", {"float2", "float4"}, "float2x4 <- float2, float4"},
      {"outer_product", {"float", "float4"}, "-"},
      {"gather", {"texture2d", "float2"}, "float4 <- texture2d, float2"},
      {"gather",
       {"texturecube_array", "float4", "int"},
       "float4 <- texturecube_array, float4, int"},
      {"gather", {"texture3d", "float3"}, "-"},
      {"sample_bias", {"texture3d", "float3", "int"}, "float4 <- texture3d, float3, float"},
      {"texture_levels", {"texturecube_shadow"}, "int <- texturecube_shadow"},
      {"sample", {"texture2d_shadow", "float2"}, "-"},
      {"sample_lod", {"texturecube_shadow", "float3", "float"}, "-"},
      {"texel", {"texture2d_shadow", "int2", "int"}, "-"},
      {"sample_compare",
       {"texture2d_shadow", "float2", "int"},
       "float <- texture2d_shadow, float2, float"},
      {"sample_compare",
       {"texture2d_array_shadow", "float3", "float"},
       "float <- texture2d_array_shadow, float3, float"},
      {"sample_compare_lod0",
       {"texturecube_shadow", "float3", "float"},
       "float <- texturecube_shadow, float3, float"},
      {"sample_compare", {"texture2d", "float2", "float"}, "-"},
      {"sample_compare", {"texture2d_shadow", "float3", "float"}, "-"},
      {"texture_size", {"texture2d_array_shadow", "int"}, "int3 <- texture2d_array_shadow, int"},
      {"texture_size", {"texturecube", "int"}, "int2 <- texturecube, int"},
      {"texture_size", {"texture2d_array", "int"}, "int3 <- texture2d_array, int"},
  };
  for (const Row& row : rows) {
    INFO(row.name << " of " << (row.types.empty() ? "" : row.types[0]));
    CHECK(resolved(row.name, row.types) == row.expected);
  }
}

}  // namespace weft::testing::intrinsics_test
