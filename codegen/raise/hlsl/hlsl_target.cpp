#include "codegen/raise/hlsl/hlsl_target.h"

#include "codegen/raise/hlsl/hlsl_constants.h"
#include "codegen/raise/hlsl/hlsl_helpers.h"
#include "codegen/raise/hlsl/hlsl_interface.h"
#include "codegen/raise/hlsl/hlsl_matrices.h"
#include "codegen/raise/hlsl/hlsl_rows.h"
#include "codegen/raise/hlsl/hlsl_spelling.h"
#include "codegen/raise/raise_expressions.h"
#include "codegen/raise/raise_statements.h"

namespace weft {
namespace {

// Zero by casts, and of structs and arrays by lists: `(float3)0.0`, `{ (float3)0.0, 0.0 }`.
// Recurses only on nested struct declarations.
BodyExprId hlsl_zero(BodyRaise& raise, DataType type) {
  if (type.is_scalar()) {
    return raise.number(type, 0);
  }
  if (type.is_plain()) {
    return raise.construct(type, {raise.number(DataType::scalar(type.scalar_kind()), 0)},
                           ConstructForm::Cast);
  }
  std::vector<BodyExprId> parts;
  if (type.is_struct()) {
    for (const StructMember& member : raise.programs().types.structure(type).members) {
      parts.push_back(hlsl_zero(raise, member.type));
    }
  } else {
    const ArrayType& array = raise.programs().types.array(type);
    parts.reserve(array.size);
    for (std::uint32_t i = 0; i < array.size; ++i) {
      parts.push_back(hlsl_zero(raise, array.element));
    }
  }
  return raise.construct(type, parts, ConstructForm::List);
}

std::optional<BodyExprId> zero_by_cast(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count != 0) {
    return std::nullopt;
  }
  return hlsl_zero(raise, from.type);
}

// Scalars are splatted by swizzles, `x.xxx`, and literals by repeating them.
BodyExprId splat_or_repeat(BodyRaise& raise, BodyExprId scalar, DataType type) {
  if (raise.made(scalar).op != Operation::Literal) {
    return raise.splat_by_swizzle(scalar, type);
  }
  return raise.construct(type,
                         std::vector<BodyExprId>(static_cast<std::size_t>(type.rows()), scalar));
}

std::optional<BodyExprId> splat(BodyRaise& raise, const BodyExpr& from) {
  const bool is_swizzle = from.op == Operation::Swizzle;
  const bool constructs = from.argument_count == 1 && from.type.is_vector();
  if ((!is_swizzle && !constructs) || !raise.argument_type(from, 0).is_scalar()) {
    return std::nullopt;
  }
  const BodyExprId scalar = raise.raised(from, 0);
  if (!from.type.is_vector()) {
    return raise.construct(from.type, {scalar});
  }
  const DataType component = DataType::scalar(from.type.scalar_kind());
  if (raise.argument_type(from, 0) != component) {
    return raise.splat_by_swizzle(raise.construct(component, {scalar}), from.type);
  }
  return splat_or_repeat(raise, scalar, from.type);
}

// HLSL compares componentwise, and only types that have components.
std::optional<BodyExprId> compare_vectors(BodyRaise& raise, const BodyExpr& from) {
  if (!raise.argument_type(from, 0).is_vector()) {
    return std::nullopt;
  }
  return equality_by_components(raise, from);
}

// HLSL's geometric functions reject scalars.
std::optional<BodyExprId> scalar_directions(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count == 0 || !raise.argument_type(from, 0).is_scalar()) {
    return std::nullopt;
  }
  switch (static_cast<Intrinsic>(from.payload)) {
    case Intrinsic::Reflect:
      return intrinsic_by_helper(raise, from, Helper::ReflectScalar);
    case Intrinsic::Refract:
      return intrinsic_by_helper(raise, from, Helper::RefractScalar);
    case Intrinsic::FaceForward:
      return intrinsic_by_helper(raise, from, Helper::FaceForwardScalar);
    default:  // see scalar_geometry
      return std::nullopt;
  }
}

// HLSL's sign returns ints.
std::optional<BodyExprId> float_sign(BodyRaise& raise, const BodyExpr& from) {
  const bool is_sign =
      calls(from, Intrinsic::Sign) || (calls(from, Intrinsic::Normalize) && from.type.is_scalar());
  if (!is_sign || from.type.scalar_kind() != Scalar::Float) {
    return std::nullopt;
  }
  const BodyExprId sign = raise.intrinsic(
      Intrinsic::Sign, DataType::vector(Scalar::Int, from.type.rows()), {raise.raised(from, 0)});
  return raise.construct(from.type, {sign});
}

std::optional<BodyExprId> functions_hlsl_lacks(BodyRaise& raise, const BodyExpr& from) {
  if (calls(from, Intrinsic::Mod)) {
    return intrinsic_by_helper(raise, from, Helper::Mod);
  }
  if (calls(from, Intrinsic::Inverse)) {
    return intrinsic_by_helper(raise, from, Helper::Inverse);
  }
  return std::nullopt;
}

// The bits of integers as uints; the intrinsics of bits return uints.
std::optional<BodyExprId> bits_of_integers(BodyRaise& raise, const BodyExpr& from) {
  const bool is_index = calls(from, Intrinsic::BitCount) || calls(from, Intrinsic::FindLsb) ||
                        calls(from, Intrinsic::FindMsb);
  if (!is_index && !calls(from, Intrinsic::BitfieldReverse)) {
    return std::nullopt;
  }
  const DataType given = raise.argument_type(from, 0);
  const bool is_int = given.scalar_kind() == Scalar::Int;
  const DataType unsigned_type = DataType::vector(Scalar::Uint, given.rows());
  BodyExprId bits = raise.raised(from, 0);
  if (is_int && !calls(from, Intrinsic::FindMsb)) {  // which tells negative ints apart
    bits = raise.construct(unsigned_type, {bits});
  }
  const BodyExprId found =
      raise.intrinsic(static_cast<Intrinsic>(from.payload), unsigned_type, {bits});
  return is_index || is_int ? raise.construct(from.type, {found}) : found;
}

std::optional<BodyExprId> bit_helpers(BodyRaise& raise, const BodyExpr& from) {
  const auto intrinsic = static_cast<Intrinsic>(from.payload);
  if (packs_or_reads_fields(intrinsic)) {
    return raise.call({Helper::BitFunction, raise.argument_type(from, 0), from.payload}, from.type,
                      raise.raised_arguments(from));
  }
  if (intrinsic == Intrinsic::OuterProduct) {
    return raise.call({Helper::OuterProduct, from.type}, from.type, raise.raised_arguments(from));
  }
  return std::nullopt;
}

// Textures take their sampler as an argument, except where a single texel is loaded, whose
// coordinates and level are one vector.
std::optional<BodyExprId> texture_method(BodyRaise& raise, const BodyExpr& from) {
  if (!accesses_texture(from)) {
    return std::nullopt;
  }
  const TextureBinding& texture = texture_of(raise, from);
  const bool is_size = calls(from, Intrinsic::TextureSize);
  if (is_size || calls(from, Intrinsic::TextureLevels)) {
    const Symbol& symbol = raise.program().symbols[raise.argument_expr(from, 0).payload];
    return raise.call(
        {is_size ? Helper::TextureSize : Helper::TextureLevels, texture.type, symbol.index},
        from.type, raise.raised_arguments(from, 1));
  }
  std::vector<BodyExprId> arguments = raise.raised_arguments(from);
  if (calls(from, Intrinsic::Texel)) {
    const int dimensions = raise.argument_type(from, 1).rows();
    const BodyExprId place = raise.construct(DataType::vector(Scalar::Int, dimensions + 1),
                                             raise.raised_arguments(from, 1));
    arguments = {arguments[0], place};
  } else {
    const BodyExprId sampler =
        raise.symbol({SymbolKind::Sampler, texture.sampler, 0, DataType::sampler()});
    arguments.insert(arguments.begin() + 1, sampler);
  }
  return raise.add(from.op, from.type, arguments, from.payload);
}

const RaiseRules& hlsl_rules() {
  static const RaiseRules all = {
      {write_column, load_array, zero_array_by_loop},
      {{{Operation::Construct},
        {load_stored_struct, zero_by_cast, same_value, splat, cut_vectors, matrix_by_rows,
         make_struct_by_helper}},
       {{Operation::Swizzle}, {splat, matrix_element, components_of_constructor}},
       {{Operation::Index}, {read_state, matrix_element, matrix_column, components_of_constructor}},
       {{Operation::Select}, {choose_struct_by_helper}},
       {{Operation::Divide, Operation::Remainder}, {guard_division}},
       {{Operation::ShiftLeft, Operation::ShiftRight}, {mask_shift}},
       {{Operation::BitAnd, Operation::BitXor, Operation::BitOr}, {bool_bits}},
       {{Operation::Equal, Operation::NotEqual}, {compare_vectors, equality_by_helper}},
       {{Operation::Intrinsic},
        {scalar_directions, float_sign, scalar_geometry, uint_signs, compare_scalars,
         compare_constant_components, ordered_clamp, smoothstep_edges, float_tests,
         truncated_remainder, functions_hlsl_lacks, bits_of_integers, bit_helpers,
         broadcasting_calls, texture_method}}},
      true,
      hlsl_helper,
      splat_or_repeat,
      read_parts_of_rows};
  return all;
}

Program raise_to_hlsl(const Programs& programs, const Program& program,
                      std::vector<HelperCalls>& calls) {
  return raise_program(programs, program, hlsl_rules(), calls);
}

}  // namespace

const TargetLanguage& hlsl_target() {
  static const TargetLanguage language = {
      "hlsl",         "", "", hlsl_spelling(), raise_to_hlsl, hlsl_symbol, append_hlsl_interface,
      hlsl_main_frame};
  return language;
}

}  // namespace weft
