#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/intrinsics.h"
#include "fragments/types/data_type.h"

// The semantics of operations and intrinsics. The interpreter implements them and the printers emit
// them; the table "Edge cases" of docs/language.md lists what targets preserve where their
// languages leave it open.
//
// Arithmetic
// - float is IEEE binary32, rounded to nearest even after every operation; nothing is fused or
//   flushed to zero. Inexact functions (sin … atan2, pow, exp, log, inversesqrt) are computed in
//   double and rounded; targets are within their own error bounds of that. Every computed NaN is
//   0x7fc00000.
// - int and uint are 32 bits and wrap. Division truncates. x / 0 = 0 and x % 0 = 0 (a target needs
//   `y == 0 ? 0 : x / y`); the sign of x % y is that of x (in SPIR-V `%` on int takes that of y:
//   print x - y * (x / y)). INT_MIN / -1 = INT_MIN and INT_MIN % -1 = 0.
// - Shifts use the low five bits of the amount (print `& 31` unless it is a literal below 32); the
//   right shift of an int is arithmetic.
// - A scalar operand is splatted over vectors and matrices. Multiply is componentwise.
//   MatrixProduct is the algebraic product with column vectors; sums run from the first term to the
//   last.
// - Less … GreaterEqual are false for NaN. Equal compares whole values scalar by scalar, floats as
//   numbers: -0 = 0 and NaN ≠ NaN. NotEqual is its negation. Not, BitAnd, BitXor, BitOr also work
//   on bools, componentwise. And, Or and Select evaluate all their operands.
//
// Parts
// - Index counts from 0: array elements, vector components, matrix columns. Out of range clamps:
//   below 0 gives the first, too large the last. Every element of an empty array is zero.
// - Construct: a scalar takes the first component of its argument. A vector of one scalar repeats
//   it, else takes components from its arguments in order and drops the rest. A matrix of one
//   scalar has it on the diagonal and 0 elsewhere; a matrix of one matrix takes the upper left part
//   and fills up with the identity; else it takes components in order, column by column. Structs
//   and arrays take their parts in order. Without arguments all bits are 0.
// - Conversions: int and uint keep their bits; from float they truncate, saturate, and turn NaN
//   into 0 (as in D3D; in GLSL a value out of range is undefined); to float rounds to nearest even;
//   to bool is "not 0", so NaN is true; bool is 0 or 1.
//
// Intrinsics, componentwise unless the name implies otherwise
// - mod(x, y) = x - y * floor(x / y); fmod(x, y) = x - y * trunc(x / y); both as written, in float.
// - round takes halves to even (GLSL: roundEven). fract(x) = x - floor(x), which may round to 1.
// - min and max return the other operand for a NaN; clamp(x, low, high) = min(max(x, low), high),
//   so clamp(NaN, low, high) = low; saturate(x) = clamp(x, 0, 1), so saturate(NaN) = 0.
// - sign(NaN) = 0, sign(±0) = 0; for uint 0 or 1. abs(INT_MIN) = INT_MIN; abs of uint is itself.
// - pow(x, y) is NaN for x < 0, whatever y is; pow(x, 0) = 1 for all others, also for x = 0
//   (targets may return NaN there); -0 counts as 0.
// - step(edge, x) = x < edge ? 0 : 1. mix(x, y, a) = x * (1 - a) + y * a.
//   smoothstep(low, high, x) = t * t * (3 - 2 * t) with t = saturate((x - low) / (high - low)).
//   fma(a, b, c) = a * b + c with two roundings (targets may fuse).
// - length(v) = sqrt(dot(v, v)), of a scalar its absolute value; distance(a, b) = length(a - b);
//   normalize(v) = v / length(v), so normalize(0) is NaN.
// - reflect(i, n) = i - (2 * dot(n, i)) * n; refract as in GLSL;
//   faceforward(n, i, r) = dot(r, i) < 0 ? n : -n.
// - determinant and inverse use cofactors, in float, dividing by the determinant last.
//   2×2 with columns a, b: det = a.x * b.y - b.x * a.y. 3×3 with columns a, b, c: r = cross(b, c),
//   det = dot(a, r), the rows of the inverse are r / det, cross(c, a) / det, cross(a, b) / det.
//   4×4: see matrix_functions.cpp. A singular matrix gives infinities and NaN.
// - floatBitsToInt and related functions keep every bit. isnan, isinf and the comparisons return
//   bools, any and all one bool.
// - Derivatives need neighboring fragments and textures a TextureReader: no result here.

namespace weft {

/// Evaluates one operation on constants, whose types are those of a checked body. `op` is Negate or
/// any later operation except Intrinsic, Call and PortCall. Sizes that do not fit are a bug of the
/// caller.
Constant apply_operation(const DataTypeTable& types, Operation op, std::uint32_t payload,
                         DataType type, const std::vector<Constant>& arguments);

/// Evaluates an intrinsic; an error for derivatives and textures.
tl::expected<Constant, std::string> apply_intrinsic(Intrinsic intrinsic, DataType type,
                                                    const std::vector<Constant>& arguments);

/// All bits 0: the value of a local without an initial value.
Constant zero_constant(const DataTypeTable& types, DataType type);

/// Makes a scalar, vector or matrix of float from its components, matrices column by column.
Constant float_constant(DataType type, const std::vector<float>& components);

}  // namespace weft
