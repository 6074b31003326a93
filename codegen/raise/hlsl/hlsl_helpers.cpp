#include "codegen/raise/hlsl/hlsl_helpers.h"

#include <fmt/format.h>

#include "codegen/print/type_spelling.h"
#include "codegen/raise/hlsl/hlsl_bits.h"
#include "codegen/raise/hlsl/hlsl_rows.h"
#include "codegen/raise/hlsl/hlsl_spelling.h"
#include "codegen/raise/hlsl/hlsl_threads.h"
#include "support/check.h"

namespace weft {
namespace {

// cofactors: fragments/interpreter/matrix_functions.cpp computes the same.
constexpr std::string_view inverse_2 = R"(// The adjugate divided by the determinant.
float2x2 inverse(float2x2 m)
{
    float determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    return float2x2(m[1][1], -m[0][1], -m[1][0], m[0][0]) / determinant;
})";

constexpr std::string_view inverse_3 =
    R"(// By cross products of the columns, which are the rows of the adjugate.
float3x3 inverse(float3x3 m)
{
    float3x3 columns = transpose(m);
    float3 r = cross(columns[1], columns[2]);
    float3 s = cross(columns[2], columns[0]);
    float3 t = cross(columns[0], columns[1]);
    float determinant = dot(columns[0], r);
    return float3x3(r / determinant, s / determinant, t / determinant);
})";

constexpr std::string_view inverse_4 =
    R"(// The adjugate divided by the determinant, from the 2x2 minors of the first and the last two columns.
float4x4 inverse(float4x4 m)
{
    float4x4 c = transpose(m);
    float a0 = c[0][0] * c[1][1] - c[0][1] * c[1][0];
    float a1 = c[0][0] * c[1][2] - c[0][2] * c[1][0];
    float a2 = c[0][0] * c[1][3] - c[0][3] * c[1][0];
    float a3 = c[0][1] * c[1][2] - c[0][2] * c[1][1];
    float a4 = c[0][1] * c[1][3] - c[0][3] * c[1][1];
    float a5 = c[0][2] * c[1][3] - c[0][3] * c[1][2];
    float b0 = c[2][0] * c[3][1] - c[2][1] * c[3][0];
    float b1 = c[2][0] * c[3][2] - c[2][2] * c[3][0];
    float b2 = c[2][0] * c[3][3] - c[2][3] * c[3][0];
    float b3 = c[2][1] * c[3][2] - c[2][2] * c[3][1];
    float b4 = c[2][1] * c[3][3] - c[2][3] * c[3][1];
    float b5 = c[2][2] * c[3][3] - c[2][3] * c[3][2];
    float determinant = a0 * b5 - a1 * b4 + a2 * b3 + a3 * b2 - a4 * b1 + a5 * b0;
    return transpose(float4x4(
        c[1][1] * b5 - c[1][2] * b4 + c[1][3] * b3, -c[0][1] * b5 + c[0][2] * b4 - c[0][3] * b3,
        c[3][1] * a5 - c[3][2] * a4 + c[3][3] * a3, -c[2][1] * a5 + c[2][2] * a4 - c[2][3] * a3,
        -c[1][0] * b5 + c[1][2] * b2 - c[1][3] * b1, c[0][0] * b5 - c[0][2] * b2 + c[0][3] * b1,
        -c[3][0] * a5 + c[3][2] * a2 - c[3][3] * a1, c[2][0] * a5 - c[2][2] * a2 + c[2][3] * a1,
        c[1][0] * b4 - c[1][1] * b2 + c[1][3] * b0, -c[0][0] * b4 + c[0][1] * b2 - c[0][3] * b0,
        c[3][0] * a4 - c[3][1] * a2 + c[3][3] * a0, -c[2][0] * a4 + c[2][1] * a2 - c[2][3] * a0,
        -c[1][0] * b3 + c[1][1] * b1 - c[1][2] * b0, c[0][0] * b3 - c[0][1] * b1 + c[0][2] * b0,
        -c[3][0] * a3 + c[3][1] * a1 - c[3][2] * a0, c[2][0] * a3 - c[2][1] * a1 + c[2][2] * a0) / determinant);
})";

constexpr std::string_view reflect_scalar = R"(float reflect_scalar(float i, float n)
{
    return i - 2.0 * (n * i) * n;
})";

constexpr std::string_view refract_scalar = R"(float refract_scalar(float i, float n, float eta)
{
    float d = n * i;
    float k = 1.0 - eta * eta * (1.0 - d * d);
    return k < 0.0 ? 0.0 : eta * i - (eta * d + sqrt(k)) * n;
})";

constexpr std::string_view faceforward_scalar =
    R"(float faceforward_scalar(float n, float i, float r)
{
    return r * i < 0.0 ? n : -n;
})";

bool has_third_size(const TextureBinding& texture) {
  const TextureShape shape = texture.type.texture_shape();
  return shape == TextureShape::Texture3d || shape == TextureShape::Texture2dArray ||
         shape == TextureShape::TextureCubeArray || shape == TextureShape::Texture2dArrayShadow;
}

std::string texture_levels(const TextureBinding& texture) {
  const bool has_third = has_third_size(texture);
  return fmt::format(
      "int {0}_levels()\n{{\n    uint width;\n    uint height;\n{1}    uint levels;\n"
      "    {0}.GetDimensions(0u, width, height, {2}levels);\n    return int(levels);\n}}",
      texture.name, has_third ? "    uint third;\n" : "", has_third ? "third, " : "");
}

std::string texture_size(const TextureBinding& texture) {
  const bool has_third = has_third_size(texture);
  return fmt::format(
      "{0} {1}_size(int level)\n{{\n    uint width;\n    uint height;\n{2}    uint levels;\n"
      "    {1}.GetDimensions(uint(level), width, height, {3}levels);\n"
      "    return {0}(int(width), int(height){4});\n}}",
      has_third ? "int3" : "int2", texture.name, has_third ? "    uint third;\n" : "",
      has_third ? "third, " : "", has_third ? ", int(third)" : "");
}

std::string equality_of(DataType type, const std::string& a, const std::string& b) {
  if (type.is_scalar()) {
    return fmt::format("{} == {}", a, b);
  }
  return type.is_vector() ? fmt::format("all({} == {})", a, b)
                          : fmt::format("is_equal({}, {})", a, b);
}

std::string is_equal(const Programs& programs, DataType type) {
  std::string parameters;
  append_declaration(parameters, programs, type, "a", hlsl_spelling());
  parameters += ", ";
  append_declaration(parameters, programs, type, "b", hlsl_spelling());
  std::string parts;
  const auto add = [&parts](const std::string& part) {
    parts += (parts.empty() ? "" : " &&\n        ") + part;
  };
  if (type.is_matrix()) {
    for (int row = 0; row < type.rows(); ++row) {
      add(fmt::format("all(a[{0}] == b[{0}])", row));
    }
  } else if (type.is_struct()) {
    const std::vector<std::string>& members = programs.member_names[type.index()];
    for (std::size_t i = 0; i < members.size(); ++i) {
      add(equality_of(programs.types.structure(type).members[i].type, "a." + members[i],
                      "b." + members[i]));
    }
  } else {
    const ArrayType& array = programs.types.array(type);
    return fmt::format(
        "bool is_equal({})\n{{\n    bool equal_so_far = true;\n"
        "    for (int i = 0; i < {}; ++i) {{\n        equal_so_far = equal_so_far && {};\n    }}\n"
        "    return equal_so_far;\n}}",
        parameters, array.size, equality_of(array.element, "a[i]", "b[i]"));
  }
  return fmt::format("bool is_equal({})\n{{\n    return {};\n}}", parameters,
                     parts.empty() ? "true" : parts);
}

// Equality tests of the parts come first.
void request_parts(HelperList& helpers, DataType type) {
  const DataTypeTable& types = helpers.programs().types;
  const auto request = [&](DataType part) {
    if (!part.is_scalar_or_vector()) {
      helpers.request({Helper::IsEqual, part});
    }
  };
  if (type.is_array()) {
    request(types.array(type).element);
  } else if (type.is_struct()) {
    for (const StructMember& member : types.structure(type).members) {
      request(member.type);
    }
  }
}

// Vulkan lets compilers assume that floats are neither NaN nor infinite. Tests on the bits are not
// affected.
Function hlsl_float_test(const HelperKey& key) {
  const bool is_nan = key.helper == Helper::IsNan;
  const std::string name = is_nan ? "is_nan" : "is_inf";
  const DataType answer = DataType::vector(Scalar::Bool, key.type.rows());
  Function function = native_helper(
      "hlsl", name, answer,
      fmt::format("{} {}({} x)\n{{\n    return (asuint(x) & 0x7fffffffu) {} 0x7f800000u;\n}}",
                  spelled(answer, hlsl_spelling()), name, spelled(key.type, hlsl_spelling()),
                  is_nan ? ">" : "=="));
  function.doc = "By the bits, of which no compiler assumes anything.";
  return function;
}

}  // namespace

Function hlsl_helper(HelperList& helpers, const HelperKey& key) {
  const auto native = [&](std::string name, std::string_view text) {
    return native_helper("hlsl", std::move(name), key.type, std::string(text));
  };
  switch (key.helper) {
    case Helper::DivideInt:
      return divide_int(helpers, key);
    case Helper::RemainderInt:
      return remainder_int(helpers, key);
    case Helper::Mod:
      return float_remainder(helpers, key, "mod", Intrinsic::Floor,
                             "The remainder of rounding down: fmod() would round towards zero.");
    case Helper::Fmod:
      // glslang translates HLSL's fmod() to OpFMod, which floors.
      return float_remainder(
          helpers, key, "truncated_mod", Intrinsic::Trunc,
          "The remainder of rounding towards zero: some compilers' fmod() would round down.");
    case Helper::Inverse:
      return native("inverse", key.type.rows() == 2   ? inverse_2
                               : key.type.rows() == 3 ? inverse_3
                                                      : inverse_4);
    case Helper::TextureSize: {
      const TextureBinding& texture = helpers.programs().interface.textures[key.subject];
      return native_helper("hlsl", texture.name + "_size", {}, texture_size(texture));
    }
    case Helper::TextureLevels: {
      const TextureBinding& texture = helpers.programs().interface.textures[key.subject];
      return native_helper("hlsl", texture.name + "_levels", {}, texture_levels(texture));
    }
    case Helper::BitFunction:
      return hlsl_bit_function(key);
    case Helper::OuterProduct:
      return hlsl_outer_product(key);
    case Helper::MakeStruct:
      return make_struct(helpers, key);
    case Helper::LoadStruct:
      return load_struct(helpers, key);
    case Helper::ChooseStruct:
      return choose_struct(helpers, key);
    case Helper::IsEqual:
      request_parts(helpers, key.type);
      return native_helper("hlsl", "is_equal", bool_type, is_equal(helpers.programs(), key.type));
    case Helper::IsNan:
    case Helper::IsInf:
      return hlsl_float_test(key);
    case Helper::ReflectScalar:
      return native("reflect_scalar", reflect_scalar);
    case Helper::RefractScalar:
      return native("refract_scalar", refract_scalar);
    case Helper::FaceForwardScalar:
      return native("faceforward_scalar", faceforward_scalar);
    case Helper::PreviousState:
      return hlsl_previous_state(helpers.programs(), key.subject);
    case Helper::BlockPart:
      return hlsl_block_part(helpers, key);
    case Helper::Log10:
      break;  // HLSL has it
  }
  WEFT_CHECK(false, "a helper that HLSL does not need");
  return {};
}

}  // namespace weft
