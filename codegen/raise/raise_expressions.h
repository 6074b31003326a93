#pragma once

#include "codegen/raise/raise_body.h"

// Rules for expressions (ExpressionRule) that languages share. Each says what it assumes of the
// language.

namespace weft {

/// A state of a simulation is read by a helper, from an image by the place, from a buffer by the
/// place and the size. For every language.
std::optional<BodyExprId> read_state(BodyRaise& raise, const BodyExpr& from);

/// Constructors of scalars and vectors: one of its own type is its argument, and longer vectors are
/// cut by swizzles. For every language, since printers print constructors as they are.
std::optional<BodyExprId> cut_vectors(BodyRaise& raise, const BodyExpr& from);

/// The constructor of a plain value from one of its own type is that value.
std::optional<BodyExprId> same_value(BodyRaise& raise, const BodyExpr& from);

/// `vec3(x)`, as RaiseRules::splat.
BodyExprId splat_in_constructor(BodyRaise& raise, BodyExprId scalar, DataType type);

/// Zero as constructors of literals: `vec3(0.0)`, `Light(vec3(0.0), 0.0)`.
std::optional<BodyExprId> zero_by_constructor(BodyRaise& raise, const BodyExpr& from);

/// A swizzle of a scalar as a constructor, where swizzles need vectors.
std::optional<BodyExprId> splat_by_constructor(BodyRaise& raise, const BodyExpr& from);

/// Division and remainder of integers, which languages leave undefined for some operands, call
/// helpers unless the divisor is a literal other than 0 and -1.
std::optional<BodyExprId> guard_division(BodyRaise& raise, const BodyExpr& from);

/// Only the low five bits of a shift count; languages leave larger shifts undefined.
std::optional<BodyExprId> mask_shift(BodyRaise& raise, const BodyExpr& from);

/// Bit operators on bools, by way of uints.
std::optional<BodyExprId> bool_bits(BodyRaise& raise, const BodyExpr& from);

/// Comparing matrices, structs and arrays calls a helper.
std::optional<BodyExprId> equality_by_helper(BodyRaise& raise, const BodyExpr& from);

/// Whether compilers can fold a source expression: it is computed from literals alone, or from
/// them and specialization constants, of which there is one. O(operands).
bool is_computed_from_literals(const BodyRaise& raise, const BodyExpr& from);
bool is_specialized(const BodyRaise& raise, const BodyExpr& from);

/// Comparing whole vectors by `all` and `any` of their components.
BodyExprId equality_by_components(BodyRaise& raise, const BodyExpr& from);

/// A struct from its stored form.
std::optional<BodyExprId> load_stored_struct(BodyRaise& raise, const BodyExpr& from);

/// A struct from its members, and a choice between structs, by helpers.
std::optional<BodyExprId> make_struct_by_helper(BodyRaise& raise, const BodyExpr& from);
std::optional<BodyExprId> choose_struct_by_helper(BodyRaise& raise, const BodyExpr& from);

// raise_intrinsics.cpp

/// Geometric functions of scalars in terms of simpler operations, which every language has.
std::optional<BodyExprId> scalar_geometry(BodyRaise& raise, const BodyExpr& from);

/// `abs` and `sign` of uints, which languages lack.
std::optional<BodyExprId> uint_signs(BodyRaise& raise, const BodyExpr& from);

/// The function that compares vectors by component as the operator compares scalars; nothing if the
/// operator compares nothing.
std::optional<Intrinsic> comparison_by_component(Operation op);
/// The same the other way; nothing for an intrinsic that does not compare.
std::optional<Operation> comparison_of_scalars(Intrinsic comparison);

/// Comparing scalars by function: with operators.
std::optional<BodyExprId> compare_scalars(BodyRaise& raise, const BodyExpr& from);

/// `clamp` with bounds that may be in the wrong order, which languages leave undefined.
std::optional<BodyExprId> ordered_clamp(BodyRaise& raise, const BodyExpr& from);

/// `1.0 - smoothstep(0.2, 0.7, x)` for `smoothstep(0.7, 0.2, x)`: languages leave falling edges
/// undefined. Only for literals; of other edges nobody knows which is greater. Edges that are both
/// splats become scalars.
std::optional<BodyExprId> smoothstep_edges(BodyRaise& raise, const BodyExpr& from);

/// `clamp(x, 0.0, 1.0)` for `saturate(x)`.
std::optional<BodyExprId> saturate_by_clamp(BodyRaise& raise, const BodyExpr& from);

/// `isnan` and `isinf` by helpers.
std::optional<BodyExprId> float_tests(BodyRaise& raise, const BodyExpr& from);

/// `fmod` by a helper.
std::optional<BodyExprId> truncated_remainder(BodyRaise& raise, const BodyExpr& from);

/// A call of the helper with the intrinsic's arguments.
BodyExprId intrinsic_by_helper(BodyRaise& raise, const BodyExpr& from, Helper helper);

/// Arguments that splat a scalar become the scalar where bit i of `may_be_scalar` allows it for
/// argument i: `mix(a, b, t)` instead of `mix(a, b, vec3(t))`.
BodyExprId without_splats(BodyRaise& raise, const BodyExpr& from, std::uint32_t may_be_scalar);

/// The arguments of min, max and mix that languages accept as scalars beside vectors.
std::optional<BodyExprId> broadcasting_calls(BodyRaise& raise, const BodyExpr& from);

/// Whether the expression is a call of the intrinsic.
inline bool calls(const BodyExpr& from, Intrinsic which) {
  return from.op == Operation::Intrinsic && static_cast<Intrinsic>(from.payload) == which;
}

/// The texture that a texture intrinsic reads.
const TextureBinding& texture_of(BodyRaise& raise, const BodyExpr& from);
bool accesses_texture(const BodyExpr& from);

}  // namespace weft
