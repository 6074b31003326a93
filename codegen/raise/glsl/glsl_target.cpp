#include "codegen/raise/glsl/glsl_target.h"

#include <fmt/format.h>

#include "codegen/print/type_spelling.h"
#include "codegen/raise/glsl/choose_components.h"
#include "codegen/raise/glsl/glsl_interface.h"
#include "codegen/raise/glsl/glsl_spelling.h"
#include "codegen/raise/glsl/glsl_threads.h"
#include "codegen/raise/raise_expressions.h"
#include "codegen/raise/raise_statements.h"
#include "support/check.h"
#include "support/float_bits.h"

namespace weft {
namespace {

// Works around a bug in glslang, which makes a branch of `a || (k & 1) != 0` where specialization
// constants decide both, and then reads values that no block defines: `any(bvec2(…))` has none.
std::optional<BodyExprId> join_specialized(BodyRaise& raise, const BodyExpr& from) {
  const BodyExpr& right = raise.argument_expr(from, 1);
  bool is_nested = false;
  for (std::uint32_t i = 0; i < right.argument_count; ++i) {
    is_nested = is_nested || raise.argument_expr(right, i).argument_count != 0;
  }
  if (!is_nested || !is_specialized(raise, raise.argument_expr(from, 0)) ||
      !is_specialized(raise, right)) {
    return std::nullopt;
  }
  const DataType pair = DataType::vector(Scalar::Bool, 2);
  return raise.intrinsic(from.op == Operation::Or ? Intrinsic::Any : Intrinsic::All, bool_type,
                         {raise.construct(pair, raise.raised_arguments(from))});
}

// Works around a bug in glslang, which folds `(ivec2(1) == ivec2(1)) == true` to false, of
// matrices, structs and arrays likewise. It folds function calls and choices correctly.
std::optional<BodyExprId> compare_constants(BodyRaise& raise, const BodyExpr& from) {
  const DataType type = raise.argument_type(from, 0);
  if (type.is_scalar() || !is_computed_from_literals(raise, from)) {
    return std::nullopt;
  }
  if (type.is_vector()) {
    return equality_by_components(raise, from);
  }
  return raise.add(Operation::Select, bool_type,
                   {raise.copy(from), raise.number(bool_type, 1), raise.number(bool_type, 0)});
}

std::optional<BodyExprId> scalars_beside_vectors(BodyRaise& raise, const BodyExpr& from) {
  if (calls(from, Intrinsic::Step)) {
    return without_splats(raise, from, 1);
  }
  if (calls(from, Intrinsic::Mod)) {
    return without_splats(raise, from, 2);
  }
  return std::nullopt;
}

std::optional<BodyExprId> functions_glsl_lacks(BodyRaise& raise, const BodyExpr& from) {
  if (calls(from, Intrinsic::Log10)) {
    return intrinsic_by_helper(raise, from, Helper::Log10);
  }
  return std::nullopt;
}

// A texture is read together with its sampler, even by texelFetch.
std::optional<BodyExprId> sampled_texture(BodyRaise& raise, const BodyExpr& from) {
  if (!accesses_texture(from) || raise.programs().interface.combined_samplers) {
    return std::nullopt;
  }
  const TextureBinding& texture = texture_of(raise, from);
  std::vector<BodyExprId> arguments = raise.raised_arguments(from);
  const BodyExprId sampler =
      raise.symbol({SymbolKind::Sampler, texture.sampler, 0, DataType::sampler()});
  arguments[0] = raise.construct(texture.type, {arguments[0], sampler});
  return raise.add(from.op, from.type, arguments, from.payload);
}

// The reference is the last component of the coordinates. textureLod() has no form for arrays and
// cubes that compare; a footprint of no size is at level 0 too.
std::optional<BodyExprId> compared_texture(BodyRaise& raise, const BodyExpr& from) {
  const bool is_at_level_0 = calls(from, Intrinsic::SampleCompareLod0);
  if (!is_at_level_0 && !calls(from, Intrinsic::SampleCompare)) {
    return std::nullopt;
  }
  const TextureBinding& texture = texture_of(raise, from);
  BodyExprId map = raise.raised(from, 0);
  if (!raise.programs().interface.combined_samplers) {
    map = raise.construct(
        texture.type,
        {map, raise.symbol({SymbolKind::Sampler, texture.sampler, 0, DataType::sampler()})});
  }
  const int dimensions = raise.argument_type(from, 1).rows();
  const BodyExprId place = raise.construct(DataType::vector(Scalar::Float, dimensions + 1),
                                           raise.raised_arguments(from, 1));
  if (!is_at_level_0) {
    return raise.intrinsic(Intrinsic::SampleCompare, from.type, {map, place});
  }
  const BodyExprId zero = raise.number(float_type, float_bits(0.0F));
  if (texture.type.texture_shape() == TextureShape::Texture2dShadow) {
    return raise.intrinsic(Intrinsic::SampleLod, from.type, {map, place, zero});
  }
  const bool is_cube = texture.type.texture_shape() == TextureShape::TextureCubeShadow;
  const BodyExprId still = raise.construct(is_cube ? float3_type : float2_type, {zero});
  return raise.intrinsic(Intrinsic::SampleGrad, from.type, {map, place, still, still});
}

Function log10_helper(HelperList& helpers, const HelperKey& key) {
  HelperBody body(helpers.programs(), "log10", key.type);
  const BodyExprId x = body.parameter("x", key.type);
  const BodyExprId natural =
      body.add(Operation::Intrinsic, key.type, {x}, static_cast<std::uint32_t>(Intrinsic::Log));
  const BodyExprId factor = body.number(float_type, float_bits(0.43429448F));
  body.give(body.add(Operation::Multiply, key.type, {natural, factor}));
  return body.finish();
}

// Vulkan lets compilers assume that floats are neither NaN nor infinite. Tests on the bits are not
// affected.
Function glsl_float_test(const HelperKey& key) {
  const bool is_nan = key.helper == Helper::IsNan;
  const std::string name = is_nan ? "is_nan" : "is_inf";
  const DataType answer = DataType::vector(Scalar::Bool, key.type.rows());
  const DataType bits = DataType::vector(Scalar::Uint, key.type.rows());
  const std::string result =
      key.type.is_vector()
          ? fmt::format("{}(floatBitsToUint(x) & 0x7fffffffu, {}(0x7f800000u))",
                        is_nan ? "greaterThan" : "equal", spelled(bits, glsl_spelling()))
          : fmt::format("(floatBitsToUint(x) & 0x7fffffffu) {} 0x7f800000u", is_nan ? ">" : "==");
  Function function = native_helper(
      "glsl", name, answer,
      fmt::format("{} {}({} x)\n{{\n    return {};\n}}", spelled(answer, glsl_spelling()), name,
                  spelled(key.type, glsl_spelling()), result));
  function.doc = "By the bits, of which no compiler assumes anything.";
  return function;
}

Function glsl_helper(HelperList& helpers, const HelperKey& key) {
  switch (key.helper) {
    case Helper::DivideInt:
      return divide_int(helpers, key);
    case Helper::RemainderInt:
      return remainder_int(helpers, key);
    case Helper::Fmod:
      return float_remainder(helpers, key, "fmod", Intrinsic::Trunc,
                             "The remainder of rounding towards zero: mod() would round down.");
    case Helper::Log10:
      return log10_helper(helpers, key);
    case Helper::LoadStruct:
      return load_struct(helpers, key);
    case Helper::IsNan:
    case Helper::IsInf:
      return glsl_float_test(key);
    case Helper::PreviousState:
      return glsl_previous_state(helpers.programs(), key.subject);
    default:  // GLSL has the others
      WEFT_CHECK(false, "a helper that GLSL does not need");
      return {};
  }
}

const RaiseRules& glsl_rules() {
  static const RaiseRules all = {
      {load_array, zero_array_by_loop},
      {{{Operation::Construct},
        {load_stored_struct, zero_by_constructor, same_value, choose_components, cut_vectors}},
       {{Operation::Swizzle}, {splat_by_constructor}},
       {{Operation::Index}, {read_state}},
       {{Operation::Divide, Operation::Remainder}, {guard_division}},
       {{Operation::ShiftLeft, Operation::ShiftRight}, {mask_shift}},
       {{Operation::BitAnd, Operation::BitXor, Operation::BitOr}, {bool_bits}},
       {{Operation::Equal, Operation::NotEqual}, {compare_constants}},
       {{Operation::And, Operation::Or}, {join_specialized}},
       {{Operation::Intrinsic},
        {scalar_geometry, uint_signs, compare_scalars, ordered_clamp, smoothstep_edges,
         saturate_by_clamp, float_tests, truncated_remainder, functions_glsl_lacks,
         scalars_beside_vectors, broadcasting_calls, compared_texture, sampled_texture}}},
      false,
      glsl_helper,
      splat_in_constructor};
  return all;
}

Program raise_to_glsl(const Programs& programs, const Program& program,
                      std::vector<HelperCalls>& calls) {
  return raise_program(programs, program, glsl_rules(), calls);
}

}  // namespace

const TargetLanguage& glsl_target() {
  static const TargetLanguage language = {
      "glsl",
      "#version 450\n",
      "#extension GL_GOOGLE_cpp_style_line_directive : require\n",
      glsl_spelling(),
      raise_to_glsl,
      glsl_symbol,
      append_glsl_interface,
      glsl_main_frame,
      "#extension GL_EXT_samplerless_texture_functions : require\n",
      &glsl_float16_spelling(),
      "#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require\n"};
  return language;
}

}  // namespace weft
