#include "codegen/print/helper_functions.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/print/stored_values.h"

namespace weft {
namespace {

// cofactors: fragments/interpreter/matrix_functions.cpp computes the same.
constexpr std::string_view inverse_2 = R"(// The adjugate divided by the determinant.
float2x2 inverse(float2x2 m)
{
    float determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    return float2x2(m[1][1], -m[0][1], -m[1][0], m[0][0]) / determinant;
}
)";

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
}
)";

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
}
)";

constexpr std::string_view reflect_scalar = R"(float reflect_scalar(float i, float n)
{
    return i - 2.0 * (n * i) * n;
}
)";

constexpr std::string_view refract_scalar = R"(float refract_scalar(float i, float n, float eta)
{
    float d = n * i;
    float k = 1.0 - eta * eta * (1.0 - d * d);
    return k < 0.0 ? 0.0 : eta * i - (eta * d + sqrt(k)) * n;
}
)";

constexpr std::string_view faceforward_scalar =
    R"(float faceforward_scalar(float n, float i, float r)
{
    return r * i < 0.0 ? n : -n;
}
)";

// The vector version calls the scalar one per component.
std::string integer_helper(Helper helper, DataType type, Dialect dialect) {
  const bool is_division = helper == Helper::DivideInt;
  const std::string_view name = spelled(type, dialect);
  const std::string_view function = is_division ? "divide_int" : "remainder_int";
  if (type.is_scalar()) {
    // The least int divided by -1 is undefined in the targets and may crash.
    const bool is_uint = type.scalar_kind() == Scalar::Uint;
    const std::string_view comment = is_division ? "// 0 where y is 0."
                                     : is_uint   ? "// 0 where y is 0."
                                                 : "// With the sign of x; 0 where y is 0.";
    const std::string_view value =
        is_division
            ? (is_uint ? "y == 0u ? 0u : x / y" : "y == 0 ? 0 : y == -1 ? -x : x / y")
            : (is_uint ? "y == 0u ? 0u : x % y" : "y == 0 || y == -1 ? 0 : x - y * (x / y)");
    return fmt::format("{0}\n{1} {2}({1} x, {1} y)\n{{\n    return {3};\n}}\n", comment, name,
                       function, value);
  }
  std::string parts;
  for (int i = 0; i < type.rows(); ++i) {
    parts += fmt::format("{0}{1}(x.{2}, y.{2})", i == 0 ? "" : ", ", function, "xyzw"[i]);
  }
  return fmt::format("{0} {1}({0} x, {0} y)\n{{\n    return {0}({2});\n}}\n", name, function,
                     parts);
}

std::string texture_size(const TextureBinding& texture) {
  const bool is_3d = texture.type.texture_shape() == TextureShape::Texture3d;
  const bool is_array = texture.type.texture_shape() == TextureShape::Texture2dArray ||
                        texture.type.texture_shape() == TextureShape::TextureCubeArray;
  const bool has_third = is_3d || is_array;
  return fmt::format(
      "{0} {1}_size(int level)\n{{\n    uint width;\n    uint height;\n{2}    uint levels;\n"
      "    {1}.GetDimensions(uint(level), width, height, {3}levels);\n"
      "    return {0}(int(width), int(height){4});\n}}\n",
      has_third ? "int3" : "int2", texture.name, has_third ? "    uint third;\n" : "",
      has_third ? "third, " : "", has_third ? ", int(third)" : "");
}

std::string make_struct(const Programs& programs, DataType type) {
  const StructType& structure = programs.types.structure(type);
  const std::string& name = programs.struct_names[type.index()];
  const std::vector<std::string>& members = programs.member_names[type.index()];
  std::string parameters;
  std::string assignments;
  for (std::size_t i = 0; i < members.size(); ++i) {
    parameters += i == 0 ? "" : ", ";
    append_declaration(parameters, programs, structure.members[i].type, members[i], Dialect::Hlsl);
    assignments += fmt::format("    made_value.{0} = {0};\n", members[i]);
  }
  return fmt::format("{0} {1}({2})\n{{\n    {0} made_value;\n{3}    return made_value;\n}}\n", name,
                     programs.struct_makers[type.index()], parameters, assignments);
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
  append_declaration(parameters, programs, type, "a", Dialect::Hlsl);
  parameters += ", ";
  append_declaration(parameters, programs, type, "b", Dialect::Hlsl);
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
        "    return equal_so_far;\n}}\n",
        parameters, array.size, equality_of(array.element, "a[i]", "b[i]"));
  }
  return fmt::format("bool is_equal({})\n{{\n    return {};\n}}\n", parameters,
                     parts.empty() ? "true" : parts);
}

// Vulkan lets compilers assume that floats are neither NaN nor infinite. Tests on the bits are not
// affected.
std::string float_test(Helper helper, DataType type, Dialect dialect) {
  const bool is_nan = helper == Helper::IsNan;
  const bool glsl = dialect == Dialect::Glsl;
  const std::string_view value = spelled(type, dialect);
  const std::string bits =
      fmt::format("({}(x) & 0x7fffffffu)", glsl ? "floatBitsToUint" : "asuint");
  const std::string result =
      glsl && type.is_vector()
          ? fmt::format("{}({}, {}(0x7f800000u))", is_nan ? "greaterThan" : "equal",
                        bits.substr(1, bits.size() - 2),
                        spelled(DataType::vector(Scalar::Uint, type.rows()), dialect))
          : fmt::format("{} {} 0x7f800000u", bits, is_nan ? ">" : "==");
  const DataType answer = type.is_vector() ? DataType::vector(Scalar::Bool, type.rows())
                                           : DataType::scalar(Scalar::Bool);
  return fmt::format(
      "// By the bits, of which no compiler assumes anything.\n"
      "{} {}({} x)\n{{\n    return {};\n}}\n",
      spelled(answer, dialect), is_nan ? "is_nan" : "is_inf", value, result);
}

std::string helper_text(const Programs& programs, const HelperUse& use, Dialect dialect) {
  const auto name = [&] { return spelled(use.type, dialect); };
  switch (use.helper) {
    case Helper::DivideInt:
    case Helper::RemainderInt:
      return integer_helper(use.helper, use.type, dialect);
    case Helper::Mod:
      return fmt::format(
          "// The remainder of rounding down: fmod() would round towards zero.\n"
          "{0} mod({0} x, {0} y)\n{{\n    return x - y * floor(x / y);\n}}\n",
          name());
    case Helper::Fmod:
      return fmt::format(
          "// The remainder of rounding towards zero: {1} would round down.\n"
          "{0} {2}({0} x, {0} y)\n{{\n    return x - y * trunc(x / y);\n}}\n",
          name(), dialect == Dialect::Glsl ? "mod()" : "some compilers' fmod()",
          dialect == Dialect::Glsl ? "fmod" : "truncated_mod");
    case Helper::Log10:
      return fmt::format("{0} log10({0} x)\n{{\n    return log(x) * 0.43429448;\n}}\n", name());
    case Helper::Inverse:
      return std::string(use.type.rows() == 2   ? inverse_2
                         : use.type.rows() == 3 ? inverse_3
                                                : inverse_4);
    case Helper::TextureSize:
      return texture_size(programs.interface.textures[use.subject]);
    case Helper::MakeStruct:
      return make_struct(programs, use.type);
    case Helper::LoadStruct:
      return loader_function(programs, use.type, dialect);
    case Helper::ChooseStruct:
      return fmt::format(
          "{0} choose_struct(bool condition, {0} if_true, {0} if_false)\n{{\n    if (condition) "
          "{{\n"
          "        return if_true;\n    }}\n    return if_false;\n}}\n",
          programs.struct_names[use.type.index()]);
    case Helper::IsEqual:
      return is_equal(programs, use.type);
    case Helper::IsNan:
    case Helper::IsInf:
      return float_test(use.helper, use.type, dialect);
    case Helper::ReflectScalar:
      return std::string(reflect_scalar);
    case Helper::RefractScalar:
      return std::string(refract_scalar);
    case Helper::FaceForwardScalar:
      return std::string(faceforward_scalar);
  }
  return {};
}

}  // namespace

void add_equality(std::vector<HelperUse>& uses, DataType type, const DataTypeTable& types) {
  if (type.is_scalar_or_vector()) {
    return;
  }
  if (type.is_array()) {
    add_equality(uses, types.array(type).element, types);
  } else if (type.is_struct()) {
    for (const StructMember& member : types.structure(type).members) {
      add_equality(uses, member.type, types);
    }
  }
  uses.push_back({Helper::IsEqual, type, 0});
}

namespace {

// An include guard, since several included files may need the same helper. Derived from its first
// line of code: `WEFT_FLOAT3X3_INVERSE_FLOAT3X3_M`.
std::string guard_of(const std::string& text) {
  const std::size_t end = text.find(')');
  const std::size_t begin = text.rfind('\n', end);
  std::string guard = "WEFT_";
  for (std::size_t i = begin == std::string::npos ? 0 : begin + 1; i < end; ++i) {
    const char c = text[i];
    const bool is_lower = c >= 'a' && c <= 'z';
    const bool is_kept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_lower || is_kept) {
      guard += is_lower ? static_cast<char>(c - 'a' + 'A') : c;
    } else if (guard.back() != '_') {
      guard += '_';
    }
  }
  return guard;
}

}  // namespace

void append_helpers(std::string& out, const Programs& programs, std::vector<HelperUse> uses,
                    Dialect dialect) {
  // Vector helpers call the scalar helper, which sorts first by type.
  const std::size_t count = uses.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_integer =
        uses[i].helper == Helper::DivideInt || uses[i].helper == Helper::RemainderInt;
    if (is_integer && uses[i].type.is_vector()) {
      uses.push_back({uses[i].helper, DataType::scalar(uses[i].type.scalar_kind()), 0});
    }
  }
  // IsEqual keeps the order of add_equality: parts before wholes.
  std::stable_sort(uses.begin(), uses.end(), [](const HelperUse& a, const HelperUse& b) {
    const bool keeps_order = a.helper == Helper::IsEqual && b.helper == Helper::IsEqual;
    return !keeps_order && a < b;
  });
  std::vector<HelperUse> done;
  for (const HelperUse& use : uses) {
    if (std::find(done.begin(), done.end(), use) == done.end()) {
      done.push_back(use);
      out += '\n';
      const std::string text = helper_text(programs, use, dialect);
      const std::string guard = programs.interface.functions ? guard_of(text) : std::string();
      out += guard.empty() ? "" : "#ifndef " + guard + "\n#define " + guard + "\n";
      out += text;
      out += guard.empty() ? "" : "#endif\n";
    }
  }
}

}  // namespace weft
