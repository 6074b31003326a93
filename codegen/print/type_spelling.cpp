#include "codegen/print/type_spelling.h"

#include "support/check.h"

namespace weft {
namespace {

std::string_view glsl_vector(Scalar scalar, int size) {
  constexpr std::string_view names[4][4] = {{"bool", "bvec2", "bvec3", "bvec4"},
                                            {"int", "ivec2", "ivec3", "ivec4"},
                                            {"uint", "uvec2", "uvec3", "uvec4"},
                                            {"float", "vec2", "vec3", "vec4"}};
  return names[static_cast<int>(scalar)][size - 1];
}

// GLSL names the column count first.
std::string_view glsl_matrix(int rows, int columns) {
  constexpr std::string_view names[3][3] = {
      {"mat2", "mat2x3", "mat2x4"}, {"mat3x2", "mat3", "mat3x4"}, {"mat4x2", "mat4x3", "mat4"}};
  return names[columns - 2][rows - 2];
}

std::string_view texture_name(TextureShape shape, Dialect dialect) {
  constexpr std::string_view glsl[] = {"texture2D", "texture3D", "textureCube", "texture2DArray",
                                       "textureCubeArray"};
  constexpr std::string_view hlsl[] = {"Texture2D", "Texture3D", "TextureCube", "Texture2DArray",
                                       "TextureCubeArray"};
  return (dialect == Dialect::Glsl ? glsl : hlsl)[static_cast<int>(shape)];
}

}  // namespace

std::string_view spelled_sampler(DataType texture) {
  constexpr std::string_view names[] = {"sampler2D", "sampler3D", "samplerCube", "sampler2DArray",
                                        "samplerCubeArray"};
  return names[static_cast<int>(texture.texture_shape())];
}

std::string_view language_name(Dialect dialect) {
  return dialect == Dialect::Glsl ? "glsl" : "hlsl";
}

std::string_view spelled(DataType type, Dialect dialect) {
  switch (type.kind()) {
    case DataKind::Void:
    case DataKind::Parameter:
    case DataKind::Length:
    case DataKind::LengthParameter:
      return "void";
    case DataKind::Scalar:
    case DataKind::Vector:
      return dialect == Dialect::Glsl ? glsl_vector(type.scalar_kind(), type.rows())
                                      : data_type_name(type);
    case DataKind::Matrix:
      return dialect == Dialect::Glsl ? glsl_matrix(type.rows(), type.columns())
                                      : data_type_name(type);
    case DataKind::Texture:
      return texture_name(type.texture_shape(), dialect);
    case DataKind::Sampler:
      return dialect == Dialect::Glsl ? "sampler" : "SamplerState";
    case DataKind::Struct:
    case DataKind::Array:
      break;
  }
  WEFT_CHECK(false, "structs and arrays have no spelling of their own");
  return {};
}

void append_declaration(std::string& out, const Programs& programs, DataType type,
                        std::string_view name, Dialect dialect) {
  const DataType element = programs.types.innermost(type);
  if (element.is_struct()) {
    out += programs.struct_names[element.index()];
  } else {
    out += spelled(element, dialect);
  }
  out += ' ';
  out += name;
  for (; type.is_array(); type = programs.types.array(type).element) {
    out += '[';
    out += std::to_string(programs.types.array(type).size);
    out += ']';
  }
}

}  // namespace weft
