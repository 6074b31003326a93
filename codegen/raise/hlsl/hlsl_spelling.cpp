#include "codegen/raise/hlsl/hlsl_spelling.h"

namespace weft {
namespace {

Spelling hlsl_table() {
  using enum IntrinsicForm;
  Spelling table;
  table.vectors = {{{"bool", "bool2", "bool3", "bool4"},
                    {"int", "int2", "int3", "int4"},
                    {"uint", "uint2", "uint3", "uint4"},
                    {"float", "float2", "float3", "float4"}}};
  table.medium_floats = {"min16float", "min16float2", "min16float3", "min16float4"};
  table.matrices = {{{"float2x2", "float2x3", "float2x4"},
                     {"float3x2", "float3x3", "float3x4"},
                     {"float4x2", "float4x3", "float4x4"}}};
  table.textures = {"Texture2D",        "Texture3D", "TextureCube",    "Texture2DArray",
                    "TextureCubeArray", "Texture2D", "Texture2DArray", "TextureCube"};
  table.sampler = "SamplerState";
  table.comparing_sampler = "SamplerComparisonState";
  // HLSL's round ties to even.
  table.intrinsics = {{Intrinsic::InverseSqrt, "rsqrt"},
                      {Intrinsic::Fract, "frac"},
                      {Intrinsic::DerivativeX, "ddx"},
                      {Intrinsic::DerivativeY, "ddy"},
                      {Intrinsic::Fma, "mad"},
                      {Intrinsic::Mix, "lerp"},
                      {Intrinsic::FloatBitsToInt, "asint"},
                      {Intrinsic::FloatBitsToUint, "asuint"},
                      {Intrinsic::LessThan, "<", Comparison},
                      {Intrinsic::LessThanEqual, "<=", Comparison},
                      {Intrinsic::GreaterThan, ">", Comparison},
                      {Intrinsic::GreaterThanEqual, ">=", Comparison},
                      {Intrinsic::EqualTo, "==", Equality},
                      {Intrinsic::NotEqualTo, "!=", Equality},
                      {Intrinsic::Sample, "Sample", Method},
                      {Intrinsic::SampleLod, "SampleLevel", Method},
                      {Intrinsic::SampleGrad, "SampleGrad", Method},
                      {Intrinsic::SampleBias, "SampleBias", Method},
                      {Intrinsic::BitCount, "countbits"},
                      {Intrinsic::FindLsb, "firstbitlow"},
                      {Intrinsic::FindMsb, "firstbithigh"},
                      {Intrinsic::BitfieldReverse, "reversebits"},
                      {Intrinsic::SampleCompare, "SampleCmp", Method},
                      {Intrinsic::SampleCompareLod0, "SampleCmpLevelZero", Method},
                      {Intrinsic::Texel, "Load", Method}};
  table.gathers = {"GatherRed", "GatherGreen", "GatherBlue", "GatherAlpha"};
  table.int_bits_to_float = "asfloat";
  table.uint_bits_to_float = "asfloat";
  table.matrix_product = "mul";
  table.struct_open = "\n{\n";
  table.stored_matrix = "column_major ";
  return table;
}

}  // namespace

const Spelling& hlsl_spelling() {
  static const Spelling table = hlsl_table();
  return table;
}

}  // namespace weft
