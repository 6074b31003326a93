#include "importers/materialx/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::materialx {
namespace {

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Reserved words, namespaces of features, data types and constants, which a local would hide.
constexpr std::array<std::string_view, 58> taken = {
    "break",     "continue", "else",     "false",    "for",      "if",          "return",
    "true",      "while",    "surface",  "view",     "object",   "viewport",    "mesh",
    "instance",  "skin",     "frame",    "lights",   "light",    "environment", "geomprop",
    "float",     "float2",   "float3",   "float4",   "int",      "int2",        "int3",
    "int4",      "uint",     "uint2",    "uint3",    "uint4",    "bool",        "bool2",
    "bool3",     "bool4",    "float2x2", "float3x3", "float4x4", "float3x4",    "float4x3",
    "texture2d", "vec2",     "vec3",     "vec4",     "mat3",     "mat4",        "PI",
    "TWO_PI",    "HALF_PI",  "INV_PI",   "E",        "output",   "param",       "loop",
    "stitch",    "material",
};

}  // namespace

std::string identifier_of(std::string_view name) {
  std::string result;
  for (const char c : name.substr(0, 200)) {
    result += is_word_character(c) ? c : '_';
  }
  if (result.empty() || (result[0] >= '0' && result[0] <= '9')) {
    result.insert(0, "_");
  }
  return result;
}

std::string NameGiver::give(std::string_view wanted) {
  const std::string base = identifier_of(wanted);
  std::string name = base;
  const bool is_taken =
      std::find(taken.begin(), taken.end(), name) != taken.end() || name.starts_with("mx_");
  if (is_taken) {
    name += "_";
  }
  for (int number = 2; !given_.insert(name).second; ++number) {
    name = fmt::format("{}_{}", base, number);
  }
  return name;
}

}  // namespace weft::materialx
