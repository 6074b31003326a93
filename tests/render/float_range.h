#pragma once

// What the precision rules of the Vulkan specification permit an operation on floats to give:
// ranges of numbers (appendix «Vulkan Environment for SPIR-V», section «Precision and Operation of
// SPIR-V Instructions», as of version 1.3.250).

namespace weft::testing {

/// The numbers from `low` to `high`, infinities where the range says so; or anything, NaN too,
/// where the specification leaves the result open. `exact`: not widened by any rounding yet.
struct FloatRange {
  double low = 0.0;
  double high = 0.0;
  bool is_anything = false;

  bool contains(float value) const;
};

/// An operand. What is denormal may be taken for zero; NaN and infinities make everything open.
FloatRange operand(float value);
FloatRange anything();
/// A constant of a formula.
FloatRange constant(double value);

/// The same range with everything that rounding either way and flushing denormals may make of it:
/// «correctly rounded».
FloatRange rounded(FloatRange range);
/// Widened by `count` ULP of its ends.
FloatRange within_ulp(FloatRange range, double count);
FloatRange within_absolute(FloatRange range, double error);
/// What both have, and what is between.
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
FloatRange log(FloatRange a);                  ///< 3 ULP outside of [0.5, 2], 2^-21 inside
FloatRange log2(FloatRange a);                 ///< 3 ULP outside of [0.5, 2], 2^-21 inside
FloatRange sin(FloatRange a);                  ///< 2^-11 inside [-π, π]
FloatRange cos(FloatRange a);                  ///< 2^-11 inside [-π, π]
FloatRange atan2(FloatRange y, FloatRange x);  ///< 4096 ULP

}  // namespace weft::testing
