#include "fragments/syntax/foreign_names.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace weft {
namespace {

struct Foreign {
  std::string_view word;
  std::string_view hint;
};

constexpr std::string_view sampled_hint =
    "read textures with sample(map, uv), sample_lod, sample_grad or texel";
constexpr std::string_view gathered = "written: gather(map, uv), or gather(map, uv, component)";
constexpr std::string_view textured =
    "a texture with its sampler is a texture2d; metadata says how: [filter: linear, wrap: repeat]";

constexpr std::string_view compared =
    "a texture whose sampler compares is a texture2d_shadow; metadata says how: "
    "[compare: less_equal]";

// GLSL, HLSL, OSL, MaterialX.
constexpr Foreign foreign_types[] = {
    {"sampler2D", textured},
    {"sampler3D", "a texture with its sampler is a texture3d"},
    {"samplerCube", "a texture with its sampler is a texturecube"},
    {"sampler2DArray", "a texture with its sampler is a texture2d_array"},
    {"sampler2DShadow", compared},
    {"sampler2DArrayShadow", "a texture whose sampler compares is a texture2d_array_shadow"},
    {"samplerCubeShadow", "a texture whose sampler compares is a texturecube_shadow"},
    {"samplerShadow", compared},
    {"SamplerComparisonState", compared},
    {"Texture2D", "written: texture2d"},
    {"Texture3D", "written: texture3d"},
    {"TextureCube", "written: texturecube"},
    {"Texture2DArray", "written: texture2d_array"},
    {"TextureCubeArray", "written: texturecube_array"},
    {"SamplerState",
     "a texture carries the state of its sampler as metadata: [filter: linear, wrap: repeat]"},
    {"color", "data types carry no meaning; write float3 {use: color}"},
    {"color3", "data types carry no meaning; write float3 {use: color}"},
    {"color4", "data types carry no meaning; write float4 {use: color}"},
    {"vector", "data types carry no meaning; write float3 {use: vector}"},
    {"point", "data types carry no meaning; write float3 {use: position}"},
    {"normal", "data types carry no meaning; write float3 {use: normal}"},
    {"vector2", "written: float2"},
    {"vector3", "written: float3"},
    {"vector4", "written: float4"},
    {"matrix33", "written: float3x3"},
    {"matrix44", "written: float4x4"},
    {"string", "strings appear only in metadata"},
    {"void", "a fragment returns a value: fragment f(x: float) -> float { return x; }"},
};

constexpr Foreign functions[] = {
    {"texture", sampled_hint},
    {"texture2D", sampled_hint},
    {"tex2D", sampled_hint},
    {"textureLod", sampled_hint},
    {"textureGrad", sampled_hint},
    {"texelFetch", sampled_hint},
    {"tex2Dlod", sampled_hint},
    {"texCUBE", sampled_hint},
    {"textureCube", sampled_hint},
    {"Sample", sampled_hint},
    {"SampleLevel", sampled_hint},
    {"Load", sampled_hint},
    {"shadow2D", "written: sample_compare(map, uv, reference)"},
    {"SampleCmp", "written: sample_compare(map, uv, reference)"},
    {"SampleCmpLevelZero", "written: sample_compare_lod0(map, uv, reference)"},
    {"textureSize", "written: texture_size(map, level)"},
    {"textureGather", gathered},
    {"Gather", gathered},
    {"GatherRed", gathered},
    {"GatherGreen", "written: gather(map, uv, 1)"},
    {"GatherBlue", "written: gather(map, uv, 2)"},
    {"GatherAlpha", "written: gather(map, uv, 3)"},
    {"SampleBias", "written: sample_bias(map, uv, bias)"},
    {"tex2Dbias", "written: sample_bias(map, uv, bias)"},
    {"textureQueryLevels", "written: texture_levels(map)"},
    {"f32tof16", "written: pack_half2x16(float2(x, 0.0))"},
    {"f16tof32", "written: unpack_half2x16(bits).x"},
    {"countbits", "written: bit_count(x)"},
    {"firstbitlow", "written: find_lsb(x)"},
    {"firstbithigh", "written: find_msb(x)"},
    {"reversebits", "written: reverse_bits(x)"},
    {"rcp", "written: 1.0 / x"},
    {"not", "written: !x"},
    {"mul", "matrices are multiplied by '*': m * v"},
    {"length", "the number of elements of an array: length_of(v)"},
    {"clip", "there is no discard; write in the material: output coverage = …;"},
    {"sincos", "write sin(x) and cos(x)"},
    {"print", "print a value with weft eval 'EXPR', or draw it with weft render"},
    {"printf", "print a value with weft eval 'EXPR', or draw it with weft render"},
};

constexpr std::string_view light_hint =
    "write what the surface does with light, lit(diffuse(…)) of closures.weft; light.direction is "
    "one light at a time, inside of sum_lights of lights.weft";
constexpr std::string_view camera_hint =
    "the camera is the view: view.position, view.to_eye, view.from_world";

constexpr auto values = std::to_array<Foreign>({
    {"M_PI", "written: PI"},
    {"pi", "written: PI"},
    {"Pi", "written: PI"},
    {"UNITY_PI", "written: PI"},
    {"M_PI_2", "written: HALF_PI"},
    {"UNITY_HALF_PI", "written: HALF_PI"},
    {"M_1_PI", "written: INV_PI"},
    {"UNITY_INV_PI", "written: INV_PI"},
    {"TAU", "written: TWO_PI"},
    {"tau", "written: TWO_PI"},
    {"UNITY_TWO_PI", "written: TWO_PI"},
    {"M_E", "written: E"},
    {"camera", camera_hint},
    {"cam", camera_hint},
    {"cameraPosition", "written: view.position"},
    {"camera_position", "written: view.position"},
    {"cameraPos", "written: view.position"},
    {"viewPos", "written: view.position"},
    {"_WorldSpaceCameraPos", "written: view.position"},
    {"viewDir", "written: view.to_eye"},
    {"view_dir", "written: view.to_eye"},
    {"lightDir", light_hint},
    {"light_dir", light_hint},
    {"lightDirection", light_hint},
    {"light_direction", light_hint},
    {"_WorldSpaceLightPos0", light_hint},
    // Built-ins of the stages.
    {"gl_FragCoord", "written: surface.frag_coord"},
    {"fragCoord", "written: surface.frag_coord"},
    {"SV_Position", "written: surface.frag_coord"},
    {"SV_POSITION", "written: surface.frag_coord"},
    {"VPOS", "written: surface.frag_coord"},
    {"gl_VertexIndex", "written: surface.vertex_index"},
    {"gl_VertexID", "written: surface.vertex_index"},
    {"SV_VertexID", "written: surface.vertex_index"},
    {"gl_InstanceIndex", "written: instance.index"},
    {"gl_InstanceID", "written: instance.index"},
    {"SV_InstanceID", "written: instance.index"},
    {"gl_FrontFacing", "written: surface.face_sign > 0.0"},
    {"SV_IsFrontFace", "written: surface.face_sign > 0.0"},
    {"gl_GlobalInvocationID", "written: thread.id"},
    {"SV_DispatchThreadID", "written: thread.id"},
    // Interpolants and uniforms by their usual names.
    {"v_uv", "written: surface.uv"},
    {"vUv", "written: surface.uv"},
    {"vUV", "written: surface.uv"},
    {"v_texcoord", "written: surface.uv"},
    {"vTexCoord", "written: surface.uv"},
    {"texCoord", "written: surface.uv"},
    {"texcoord", "written: surface.uv"},
    {"TEXCOORD0", "written: surface.uv"},
    {"v_normal", "written: surface.normal"},
    {"vNormal", "written: surface.normal"},
    {"v_position", "written: surface.position"},
    {"vPosition", "written: surface.position"},
    {"v_color", "written: surface.color"},
    {"vColor", "written: surface.color"},
    {"iTime", "written: frame.time"},
    {"iGlobalTime", "written: frame.time"},
    {"u_time", "written: frame.time"},
    {"uTime", "written: frame.time"},
    {"_Time", "written: frame.time"},
    {"iFrame", "written: frame.index"},
    {"iResolution", "written: viewport.size"},
    {"u_resolution", "written: viewport.size"},
});

// Paths of features whose namespace exists.
constexpr auto features = std::to_array<Foreign>({
    {"surface.texcoord", "written: surface.uv"},
    {"surface.texcoords", "written: surface.uv"},
    {"surface.tex_coord", "written: surface.uv"},
    {"surface.uv0", "written: surface.uv"},
    {"surface.st", "written: surface.uv"},
    {"surface.front_facing", "written: surface.face_sign > 0.0"},
    {"surface.vertex_id", "written: surface.vertex_index"},
    {"instance.id", "written: instance.index"},
    {"view.direction", "written: view.to_eye"},
    {"view.dir", "written: view.to_eye"},
    {"frame.seconds", "written: frame.time"},
    {"viewport.resolution", "written: viewport.size"},
});

constexpr auto operators = std::to_array<Foreign>({
    {"and", "written: &&"},
    {"or", "written: ||"},
    {"mod", "written: mod(a, b), or a % b of ints"},
});

template <typename Table>
std::string find(std::string_view word, const Table& table) {
  const auto at = std::find_if(std::begin(table), std::end(table),
                               [word](const Foreign& entry) { return entry.word == word; });
  return at == std::end(table) ? std::string() : std::string(at->hint);
}

/// `half3`, `min16float3x3`, `double4`: a numeric type of another precision, followed only by
/// sizes.
std::string other_precision(std::string_view word) {
  constexpr Foreign precisions[] = {
      {"min16float", "float"}, {"min10float", "float"}, {"min16uint", "uint"}, {"min16int", "int"},
      {"half", "float"},       {"double", "float"},     {"fixed", "float"},    {"real", "float"},
      {"dvec", "float"},       {"f16vec", "float"},     {"unsigned", "uint"},  {"uint32_t", "uint"},
      {"int32_t", "int"},      {"dword", "uint"},
  };
  for (const Foreign& precision : precisions) {
    if (word.starts_with(precision.word)) {
      std::string_view size = word.substr(precision.word.size());
      if (size.find_first_not_of("234x") == std::string_view::npos) {
        return "written: " + std::string(precision.hint) + std::string(size);
      }
    }
  }
  return {};
}

}  // namespace

std::string foreign_type_hint(std::string_view word) {
  std::string hint = find(word, foreign_types);
  return hint.empty() ? other_precision(word) : hint;
}

std::string foreign_function_hint(std::string_view word) { return find(word, functions); }

std::string foreign_feature_hint(std::string_view path) { return find(path, features); }

std::string foreign_value_hint(std::string_view word) { return find(word, values); }

std::string color_of_hexadecimal(std::string_view number) {
  if (!number.starts_with("0x") && !number.starts_with("0X")) {
    return {};
  }
  std::string_view digits = number.substr(2);
  if (digits.ends_with('u') || digits.ends_with('U')) {
    digits.remove_suffix(1);
  }
  const bool is_color = (digits.size() == 6 || digits.size() == 8) &&
                        digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos;
  return is_color ? "#" + std::string(digits) : std::string();
}

std::string foreign_operator_hint(std::string_view word) { return find(word, operators); }

}  // namespace weft
