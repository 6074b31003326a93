#include "codegen/raise/glsl/glsl_spelling.h"

namespace weft {
namespace {

Spelling glsl_table() {
  Spelling table;
  table.vectors = {{{"bool", "bvec2", "bvec3", "bvec4"},
                    {"int", "ivec2", "ivec3", "ivec4"},
                    {"uint", "uvec2", "uvec3", "uvec4"},
                    {"float", "vec2", "vec3", "vec4"}}};
  table.medium_floats = {"mediump float", "mediump vec2", "mediump vec3", "mediump vec4"};
  // GLSL names the column count first.
  table.matrices = {
      {{"mat2", "mat3x2", "mat4x2"}, {"mat2x3", "mat3", "mat4x3"}, {"mat2x4", "mat3x4", "mat4"}}};
  table.textures = {"texture2D",        "texture3D", "textureCube",    "texture2DArray",
                    "textureCubeArray", "texture2D", "texture2DArray", "textureCube"};
  table.sampled_textures = {
      "sampler2D",        "sampler3D",       "samplerCube",          "sampler2DArray",
      "samplerCubeArray", "sampler2DShadow", "sampler2DArrayShadow", "samplerCubeShadow"};
  table.sampler = "sampler";
  table.comparing_sampler = "samplerShadow";
  table.intrinsics = {
      {Intrinsic::Round, "roundEven"},        {Intrinsic::Atan2, "atan"},
      {Intrinsic::Sample, "texture"},         {Intrinsic::SampleLod, "textureLod"},
      {Intrinsic::SampleGrad, "textureGrad"}, {Intrinsic::Texel, "texelFetch"},
      {Intrinsic::SampleCompare, "texture"},  {Intrinsic::SampleBias, "texture"},
      {Intrinsic::Gather, "textureGather"},   {Intrinsic::TextureLevels, "textureQueryLevels"},
      {Intrinsic::TextureSize, "textureSize"}};
  table.int_bits_to_float = "intBitsToFloat";
  table.uint_bits_to_float = "uintBitsToFloat";
  table.not_of_vectors = "not";
  table.matrix_multiply = "matrixCompMult";
  return table;
}

Spelling float16_table() {
  Spelling table = glsl_table();
  table.vectors.back() = {"float16_t", "f16vec2", "f16vec3", "f16vec4"};
  table.float_suffix = "hf";
  return table;
}

}  // namespace

const Spelling& glsl_spelling() {
  static const Spelling table = glsl_table();
  return table;
}

const Spelling& glsl_float16_spelling() {
  static const Spelling table = float16_table();
  return table;
}

}  // namespace weft
