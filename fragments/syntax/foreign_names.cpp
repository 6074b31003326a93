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
constexpr std::string_view textured =
    "a texture with its sampler is a texture2d; metadata says how: [filter: linear, wrap: repeat]";

// GLSL, HLSL, OSL, MaterialX.
constexpr Foreign foreign_types[] = {
    {"sampler2D", textured},
    {"sampler3D", "a texture with its sampler is a texture3d"},
    {"samplerCube", "a texture with its sampler is a texturecube"},
    {"sampler2DArray", "a texture with its sampler is a texture2d_array"},
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
    {"textureSize", "written: texture_size(map, level)"},
    {"mul", "matrices are multiplied by '*': m * v"},
    {"clip", "there is no discard; write in the material: output coverage = …;"},
    {"sincos", "write sin(x) and cos(x)"},
    {"print", "print a value with weft eval 'EXPR', or draw it with weft render"},
    {"printf", "print a value with weft eval 'EXPR', or draw it with weft render"},
};

constexpr std::array<Foreign, 14> values = {{
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
    {"camera", "the camera is the view: view.position, view.to_eye, view.from_world"},
    {"cam", "the camera is the view: view.position, view.to_eye, view.from_world"},
}};

constexpr std::array<Foreign, 3> operators = {{
    {"and", "written: &&"},
    {"or", "written: ||"},
    {"mod", "written: mod(a, b), or a % b of ints"},
}};

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
