#pragma once

// Interval arithmetic for the precision rules of the Vulkan specification (appendix «Vulkan
// Environment for SPIR-V», section «Precision and Operation of SPIR-V Instructions», as of version
// 1.3.250). Each function maps the ranges of its operands to a range that contains every result
// the rules permit, so that a formula over these functions bounds what a conforming driver may
// compute for it:
//
//   contains(multiply(log2(operand(x)), rounded(constant(0.30103))), drawn)   // log10 by log2

namespace weft::testing::float_ranges {

/// The numbers from `low` to `high`, which may be infinite; or anything, including NaN, if the
/// specification leaves the result open.
struct FloatRange {
  double low = 0.0;
  double high = 0.0;
  bool is_anything = false;

  bool contains(float value) const;
};

/// An operand. A denormal may be flushed to zero; NaN and infinities leave results open.
FloatRange operand(float value);
FloatRange anything();
/// A constant of a formula.
FloatRange constant(double value);

/// The range widened by rounding either way and by flushing denormals: «correctly rounded».
FloatRange rounded(FloatRange range);
/// Widened by `count` ULP of its ends.
FloatRange within_ulp(FloatRange range, double count);
FloatRange within_absolute(FloatRange range, double error);
/// The smallest range that contains both.
FloatRange hull(FloatRange a, FloatRange b);

FloatRange add(FloatRange a, FloatRange b);       ///< OpFAdd: correctly rounded
FloatRange subtract(FloatRange a, FloatRange b);  ///< OpFSub: correctly rounded
FloatRange multiply(FloatRange a, FloatRange b);  ///< OpFMul: correctly rounded
FloatRange divide(FloatRange a, FloatRange b);    ///< OpFDiv: 2.5 ULP for |b| in 2^-126 … 2^126
FloatRange floor(FloatRange a);                   ///< correctly rounded
FloatRange trunc(FloatRange a);                   ///< correctly rounded
FloatRange minimum(FloatRange a, FloatRange b);   ///< correctly rounded
FloatRange maximum(FloatRange a, FloatRange b);   ///< correctly rounded
FloatRange negate(FloatRange a);
FloatRange magnitude(FloatRange a);
FloatRange inverse_sqrt(FloatRange a);         ///< 2 ULP
FloatRange sqrt(FloatRange a);                 ///< inherited from 1.0 / inversesqrt(a)
FloatRange exp(FloatRange a);                  ///< 3 + 2 |a| ULP
FloatRange exp2(FloatRange a);                 ///< 3 + 2 |a| ULP
FloatRange log(FloatRange a);                  ///< 3 ULP outside [0.5, 2], 2^-21 inside
FloatRange log2(FloatRange a);                 ///< 3 ULP outside [0.5, 2], 2^-21 inside
FloatRange sin(FloatRange a);                  ///< 2^-11 inside [-π, π]
FloatRange cos(FloatRange a);                  ///< 2^-11 inside [-π, π]
FloatRange atan2(FloatRange y, FloatRange x);  ///< 4096 ULP

}  // namespace weft::testing::float_ranges
