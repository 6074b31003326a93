#include "tests/render/precision_bounds.h"

#include <algorithm>
#include <cmath>

namespace weft::testing {
namespace {

using namespace float_ranges;

using Operands = std::span<const Components>;
using Kind = PrecisionBound::Kind;

FloatRange at(const Components& operand, std::size_t i) {
  return operand[operand.size() == 1 ? 0 : i];
}

std::size_t size_of(Operands operands) {
  std::size_t size = 1;
  for (const Components& operand : operands) {
    size = std::max(size, operand.size());
  }
  return size;
}

// Applies a rule for one component to all of them.
template <FloatRange (*rule)(FloatRange)>
Components each(Operands operands) {
  Components result;
  for (std::size_t i = 0; i < size_of(operands); ++i) {
    result.push_back(rule(at(operands[0], i)));
  }
  return result;
}

template <FloatRange (*rule)(FloatRange, FloatRange)>
Components each(Operands operands) {
  Components result;
  for (std::size_t i = 0; i < size_of(operands); ++i) {
    result.push_back(rule(at(operands[0], i), at(operands[1], i)));
  }
  return result;
}

template <FloatRange (*rule)(FloatRange, FloatRange, FloatRange)>
Components each(Operands operands) {
  Components result;
  for (std::size_t i = 0; i < size_of(operands); ++i) {
    result.push_back(rule(at(operands[0], i), at(operands[1], i), at(operands[2], i)));
  }
  return result;
}

constexpr PrecisionBound exact(std::string_view rule) { return {Kind::Exact, rule, nullptr}; }

constexpr PrecisionBound not_here(std::string_view why) { return {Kind::NotHere, why, nullptr}; }

template <FloatRange (*rule)(FloatRange)>
constexpr PrecisionBound within(std::string_view text) {
  return {Kind::Within, text, each<rule>};
}

template <FloatRange (*rule)(FloatRange, FloatRange)>
constexpr PrecisionBound within(std::string_view text) {
  return {Kind::Within, text, each<rule>};
}

template <FloatRange (*rule)(FloatRange, FloatRange, FloatRange)>
constexpr PrecisionBound within(std::string_view text) {
  return {Kind::Within, text, each<rule>};
}

// --- The formulas of the appendix ---

// The constants are correctly rounded, so either neighbor of the exact ones.
FloatRange radians(FloatRange x) { return multiply(x, rounded(constant(0.017453292519943295))); }
FloatRange degrees(FloatRange x) { return multiply(x, rounded(constant(57.29577951308232))); }
FloatRange tangent(FloatRange x) { return divide(sin(x), cos(x)); }
FloatRange one_minus_square(FloatRange x) { return subtract(constant(1.0), multiply(x, x)); }
FloatRange arc_sine(FloatRange x) { return atan2(x, sqrt(one_minus_square(x))); }
FloatRange arc_cosine(FloatRange x) { return atan2(sqrt(one_minus_square(x)), x); }
FloatRange arc_tangent(FloatRange x) {
  return x.is_anything ? x : within_ulp({std::atan(x.low), std::atan(x.high)}, 4096.0);
}
FloatRange sinh(FloatRange x) { return multiply(subtract(exp(x), exp(negate(x))), constant(0.5)); }
FloatRange cosh(FloatRange x) { return multiply(add(exp(x), exp(negate(x))), constant(0.5)); }
FloatRange tanh(FloatRange x) { return divide(sinh(x), cosh(x)); }
FloatRange power(FloatRange x, FloatRange y) { return exp2(multiply(y, log2(x))); }
// Neither language's log10 is an instruction: one multiplies log(), the other log2().
FloatRange log10(FloatRange x) {
  return hull(multiply(log(x), rounded(constant(0.4342944819032518))),
              multiply(log2(x), rounded(constant(0.3010299956639812))));
}
FloatRange floored_mod(FloatRange x, FloatRange y) {
  return subtract(x, multiply(y, floor(divide(x, y))));
}
FloatRange truncated_mod(FloatRange x, FloatRange y) {
  return subtract(x, multiply(y, trunc(divide(x, y))));
}
FloatRange fused(FloatRange a, FloatRange b, FloatRange c) { return add(multiply(a, b), c); }
FloatRange mix(FloatRange x, FloatRange y, FloatRange a) {
  return add(multiply(x, subtract(constant(1.0), a)), multiply(y, a));
}
FloatRange smooth_step(FloatRange low, FloatRange high, FloatRange x) {
  const FloatRange t =
      minimum(maximum(divide(subtract(x, low), subtract(high, low)), constant(0.0)), constant(1.0));
  return multiply(multiply(t, t), subtract(constant(3.0), multiply(constant(2.0), t)));
}

// Σ x y in any order: every product and every sum rounds once, and denormals may be flushed.
FloatRange sum_of_products(std::span<const FloatRange> x, std::span<const FloatRange> y) {
  FloatRange sum;
  double sizes = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const FloatRange product = multiply(x[i], y[i]);
    if (product.is_anything || magnitude(product).high > 0x1.0p120) {
      return anything();
    }
    sum = {sum.low + product.low, sum.high + product.high};
    sizes += magnitude(product).high;
  }
  const double count = static_cast<double>(x.size());
  return within_absolute(sum, count * (0x1.0p-23 * sizes + 0x1.0p-126));
}

FloatRange dot(const Components& a, const Components& b) { return sum_of_products(a, b); }

FloatRange length(const Components& a) { return a.size() == 1 ? magnitude(a[0]) : sqrt(dot(a, a)); }

Components lengths(Operands operands) { return {length(operands[0])}; }
Components dots(Operands operands) { return {dot(operands[0], operands[1])}; }
Components distances(Operands operands) { return {length(each<subtract>(operands))}; }

Components crosses(Operands operands) {
  const Components& a = operands[0];
  const Components& b = operands[1];
  Components result;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    result.push_back(subtract(multiply(a[j], b[k]), multiply(a[k], b[j])));
  }
  return result;
}

Components normalized(Operands operands) {
  const FloatRange scale = inverse_sqrt(dot(operands[0], operands[0]));
  Components result;
  for (const FloatRange& component : operands[0]) {
    result.push_back(multiply(component, scale));
  }
  return result;
}

Components faced_forward(Operands operands) {
  const FloatRange side = dot(operands[2], operands[1]);
  Components result;
  for (const FloatRange& n : operands[0]) {
    result.push_back(side.is_anything  ? anything()
                     : side.high < 0.0 ? n
                     : side.low >= 0.0 ? negate(n)
                                       : hull(n, negate(n)));
  }
  return result;
}

// Formulas may be reordered: if some order of their factors overflows, every result is permitted.
bool may_overflow(Operands operands) {
  for (const Components& operand : operands) {
    for (const FloatRange& component : operand) {
      if (component.is_anything || magnitude(component).high > 0x1.0p30) {
        return true;
      }
    }
  }
  return false;
}

Components reflected(Operands operands) {
  if (may_overflow(operands)) {
    return Components(operands[0].size(), anything());
  }
  const FloatRange twice = multiply(constant(2.0), dot(operands[1], operands[0]));
  Components result;
  for (std::size_t i = 0; i < operands[0].size(); ++i) {
    result.push_back(subtract(operands[0][i], multiply(twice, operands[1][i])));
  }
  return result;
}

Components refracted(Operands operands) {
  if (may_overflow(operands)) {
    return Components(operands[0].size(), anything());
  }
  const FloatRange d = dot(operands[1], operands[0]);
  const FloatRange eta = operands[2][0];
  const FloatRange k = subtract(
      constant(1.0), multiply(multiply(eta, eta), subtract(constant(1.0), multiply(d, d))));
  Components result;
  for (std::size_t i = 0; i < operands[0].size(); ++i) {
    const FloatRange ray = subtract(multiply(eta, operands[0][i]),
                                    multiply(add(multiply(eta, d), sqrt(k)), operands[1][i]));
    result.push_back(k.is_anything  ? anything()
                     : k.high < 0.0 ? constant(0.0)
                     : k.low < 0.0  ? anything()
                                    : ray);
  }
  return result;
}

// A square matrix without `row` and `column`, column by column.
Components minor_of(const Components& m, std::size_t size, std::size_t row, std::size_t column) {
  Components result;
  for (std::size_t i = 0; i < size * size; ++i) {
    if (i % size != row && i / size != column) {
      result.push_back(m[i]);
    }
  }
  return result;
}

// Bounds the sum of n! products of n factors each: n roundings per product and one per term of the
// sum, in any order, relative to the magnitudes of the products.
struct Determinant {
  double value = 0.0;
  double sizes = 0.0;
  double terms = 1.0;
};

Determinant determinant_of(const Components& m, std::size_t size) {
  if (size == 1) {
    return {m[0].low, std::abs(m[0].low), 1.0};
  }
  Determinant result{0.0, 0.0, 0.0};
  for (std::size_t column = 0; column < size; ++column) {
    const Determinant below = determinant_of(minor_of(m, size, 0, column), size - 1);
    const double factor = m[column * size].low * (column % 2 == 0 ? 1.0 : -1.0);
    result.value += factor * below.value;
    result.sizes += std::abs(factor) * below.sizes;
    result.terms += below.terms;
  }
  return result;
}

FloatRange determinant_range(const Components& m, std::size_t size) {
  for (const FloatRange& cell : m) {  // our rule: no product overflows or underflows
    const double magnitude = std::abs(cell.low);
    if (cell.is_anything || cell.low != cell.high || magnitude > 0x1.0p24 ||
        (magnitude < 0x1.0p-24 && magnitude != 0.0)) {
      return anything();
    }
  }
  const Determinant result = determinant_of(m, size);
  return within_absolute(constant(result.value),
                         (static_cast<double>(size) + result.terms) * 0x1.0p-23 * result.sizes);
}

std::size_t size_of_square(const Components& m) {
  return m.size() == 4 ? 2 : m.size() == 9 ? 3 : 4;
}

Components determinants(Operands operands) {
  return {determinant_range(operands[0], size_of_square(operands[0]))};
}

Components inverses(Operands operands) {
  const Components& m = operands[0];
  const std::size_t size = size_of_square(m);
  const FloatRange det = determinant_range(m, size);
  Components result;
  for (std::size_t column = 0; column < size; ++column) {
    for (std::size_t row = 0; row < size; ++row) {
      // The cofactor of the transposed position.
      const FloatRange cofactor = determinant_range(minor_of(m, size, column, row), size - 1);
      result.push_back(divide((row + column) % 2 == 0 ? cofactor : negate(cofactor), det));
    }
  }
  return result;
}

// The products in the test: a 3×3 matrix and a vector.
Components matrix_products(Operands operands) {
  const Components& m = operands[0];
  const Components& v = operands[1];
  Components result;
  for (std::size_t row = 0; row < 3; ++row) {
    const Components cells = {m[row], m[3 + row], m[6 + row]};
    result.push_back(sum_of_products(cells, v));
  }
  return result;
}

}  // namespace

PrecisionBound bound_of(Intrinsic intrinsic) {
  switch (intrinsic) {
    case Intrinsic::Radians:
      return within<radians>("inherited from x × π/180");
    case Intrinsic::Degrees:
      return within<degrees>("inherited from x × 180/π");
    case Intrinsic::Sin:
      return within<sin>("absolute error ≤ 2^-11 inside [-π, π]");
    case Intrinsic::Cos:
      return within<cos>("absolute error ≤ 2^-11 inside [-π, π]");
    case Intrinsic::Tan:
      return within<tangent>("inherited from sin(x) / cos(x)");
    case Intrinsic::Asin:
      return within<arc_sine>("inherited from atan2(x, sqrt(1 - x × x))");
    case Intrinsic::Acos:
      return within<arc_cosine>("inherited from atan2(sqrt(1 - x × x), x)");
    case Intrinsic::Atan:
      return within<arc_tangent>("4096 ULP");
    case Intrinsic::Sinh:
      return within<sinh>("inherited from (exp(x) - exp(-x)) × 0.5");
    case Intrinsic::Cosh:
      return within<cosh>("inherited from (exp(x) + exp(-x)) × 0.5");
    case Intrinsic::Tanh:
      return within<tanh>("inherited from sinh(x) / cosh(x)");
    case Intrinsic::Exp:
      return within<exp>("3 + 2 |x| ULP");
    case Intrinsic::Log:
      return within<log>("3 ULP outside [0.5, 2], absolute error < 2^-21 inside");
    case Intrinsic::Exp2:
      return within<exp2>("3 + 2 |x| ULP");
    case Intrinsic::Log2:
      return within<log2>("3 ULP outside [0.5, 2], absolute error < 2^-21 inside");
    case Intrinsic::Log10:
      return within<log10>("own: log(x) × 0.4343 or log2(x) × 0.3010");
    case Intrinsic::Sqrt:
      return within<sqrt>("inherited from 1 / inversesqrt(x)");
    case Intrinsic::InverseSqrt:
      return within<inverse_sqrt>("2 ULP");
    case Intrinsic::Floor:
    case Intrinsic::Ceil:
    case Intrinsic::Trunc:
    case Intrinsic::Round:
    case Intrinsic::Fract:
    case Intrinsic::Saturate:
    case Intrinsic::Abs:
    case Intrinsic::Sign:
    case Intrinsic::Step:
    case Intrinsic::Min:
    case Intrinsic::Max:
    case Intrinsic::Clamp:
      return exact("correctly rounded");
    case Intrinsic::Normalize:
      return {Kind::Within, "inherited from x × inversesqrt(dot(x, x))", normalized};
    case Intrinsic::Atan2:
      return within<atan2>("4096 ULP");
    case Intrinsic::Pow:
      return within<power>("inherited from exp2(y × log2(x))");
    case Intrinsic::Mod:
      return within<floored_mod>("inherited from x - y × floor(x / y)");
    case Intrinsic::Fmod:
      return within<truncated_mod>("inherited from x - y × trunc(x / y)");
    case Intrinsic::Reflect:
      return {Kind::Within, "inherited from x - 2 × dot(y, x) × y", reflected};
    case Intrinsic::Mix:
      return within<mix>("inherited from x × (1 - a) + y × a");
    case Intrinsic::SmoothStep:
      return within<smooth_step>("inherited from t × t × (3 - 2 × t)");
    case Intrinsic::Fma:
      return within<fused>("inherited from OpFMul followed by OpFAdd");
    case Intrinsic::FaceForward:
      return {Kind::Within, "inherited from dot(NRef, I) < 0 ? N : -N", faced_forward};
    case Intrinsic::Refract:
      return {Kind::Within, "inherited from the formula with k", refracted};
    case Intrinsic::Dot:
      return {Kind::Within, "inherited from Σ x × y", dots};
    case Intrinsic::Cross:
      return {Kind::Within, "inherited from OpFSub(OpFMul, OpFMul)", crosses};
    case Intrinsic::Length:
      return {Kind::Within, "inherited from sqrt(dot(x, x))", lengths};
    case Intrinsic::Distance:
      return {Kind::Within, "inherited from length(x - y)", distances};
    case Intrinsic::Determinant:
      return {Kind::Within, "own: the rounding of its products and of their sum", determinants};
    case Intrinsic::Inverse:
      return {Kind::Within, "own: cofactors divided by the determinant", inverses};
    case Intrinsic::Mul:
      return bound_of(Operation::MatrixProduct);
    case Intrinsic::LengthOf:
      return bound_of(Operation::Length);
    case Intrinsic::Transpose:
    case Intrinsic::Any:
    case Intrinsic::All:
    case Intrinsic::LessThan:
    case Intrinsic::LessThanEqual:
    case Intrinsic::GreaterThan:
    case Intrinsic::GreaterThanEqual:
    case Intrinsic::EqualTo:
    case Intrinsic::NotEqualTo:
    case Intrinsic::IsNan:
    case Intrinsic::IsInf:
    case Intrinsic::FloatBitsToInt:
    case Intrinsic::FloatBitsToUint:
    case Intrinsic::BitsToFloat:
      return exact("correct result");
    case Intrinsic::DerivativeX:
    case Intrinsic::DerivativeY:
    case Intrinsic::FilterWidth:
      return not_here("derivatives: neighbours");
    case Intrinsic::PackHalf2x16:
    case Intrinsic::PackUnorm2x16:
    case Intrinsic::PackSnorm2x16:
    case Intrinsic::PackUnorm4x8:
    case Intrinsic::PackSnorm4x8:
    case Intrinsic::UnpackHalf2x16:
    case Intrinsic::UnpackUnorm2x16:
    case Intrinsic::UnpackSnorm2x16:
    case Intrinsic::UnpackUnorm4x8:
    case Intrinsic::UnpackSnorm4x8:
    case Intrinsic::BitfieldExtract:
    case Intrinsic::BitfieldInsert:
    case Intrinsic::BitfieldReverse:
    case Intrinsic::BitCount:
    case Intrinsic::FindLsb:
    case Intrinsic::FindMsb:
    case Intrinsic::OuterProduct:
      return not_here("drawn by the tests of bits");
    case Intrinsic::SampleBias:
    case Intrinsic::Gather:
    case Intrinsic::TextureLevels:
    case Intrinsic::Sample:
    case Intrinsic::SampleLod:
    case Intrinsic::SampleGrad:
    case Intrinsic::SampleCompare:
    case Intrinsic::SampleCompareLod0:
    case Intrinsic::Texel:
    case Intrinsic::TextureSize:
      return not_here("textures: drawn by the tests of textures");
  }
  return not_here("");
}

PrecisionBound bound_of(Operation operation) {
  switch (operation) {
    case Operation::Negate:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
      return exact("correctly rounded");
    case Operation::Divide:
      return within<divide>("2.5 ULP for |y| in [2^-126, 2^126]");
    case Operation::MatrixProduct:
      return {Kind::Within, "inherited from Σ x × y", matrix_products};
    case Operation::Not:
    case Operation::BitNot:
    case Operation::Remainder:
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
    case Operation::Equal:
    case Operation::NotEqual:
    case Operation::And:
    case Operation::Or:
    case Operation::BitAnd:
    case Operation::BitXor:
    case Operation::BitOr:
    case Operation::Select:
    case Operation::Construct:  // conversions between scalars: «correctly rounded»
      return exact("correct result");
    case Operation::Literal:
    case Operation::Local:
    case Operation::Port:
    case Operation::Feature:
    case Operation::Symbol:
    case Operation::Length:
    case Operation::Swizzle:
    case Operation::Index:
    case Operation::Member:
    case Operation::Intrinsic:
    case Operation::Call:
    case Operation::PortCall:
      return not_here("structure: see the printed random bodies");
  }
  return not_here("");
}

}  // namespace weft::testing
