#include "importers/materialx/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/lexer.h"

namespace weft::materialx {
namespace {

// Namespaces of features, data types and constants, which a local would hide, and words that begin
// an item of a material or a graph.
constexpr std::array<std::string_view, 49> taken = {
    "surface",  "view",     "object",   "viewport", "mesh",        "instance", "skin",
    "frame",    "lights",   "light",    "geomprop", "environment", "float",    "float2",
    "float3",   "float4",   "int",      "int2",     "int3",        "int4",     "uint",
    "uint2",    "uint3",    "uint4",    "bool",     "bool2",       "bool3",    "bool4",
    "float2x2", "float3x3", "float4x4", "float3x4", "float4x3",    "vec2",     "vec3",
    "vec4",     "mat3",     "mat4",     "PI",       "TWO_PI",      "HALF_PI",  "INV_PI",
    "E",        "output",   "param",    "loop",     "stitch",      "material", "texture2d",
};

}  // namespace

std::string identifier_of(std::string_view name) {
  std::string result;
  for (const char c : name.substr(0, 200)) {
    result += is_word(c) ? c : '_';
  }
  if (result.empty() || is_digit(result[0])) {
    result.insert(0, "_");
  }
  return is_reserved_word(result) ? result + "_" : result;
}

std::string NameGiver::give(std::string_view wanted) {
  const std::string base = identifier_of(wanted);
  std::string name = base;
  const bool is_taken = std::find(taken.begin(), taken.end(), name) != taken.end() ||
                        name.starts_with("mx_") || name.starts_with("materialx_");
  if (is_taken) {
    name += "_";
  }
  for (int number = 2; !given_.insert(name).second; ++number) {
    name = fmt::format("{}_{}", base, number);
  }
  return name;
}

}  // namespace weft::materialx
