#pragma once

#include <cstdint>
#include <vector>

#include "codegen/lower/interval_arithmetic.h"

namespace weft {

/// How far a component of a value may be from what full precision gives, if it and everything that
/// it is computed of is rounded to the 11 digits of 16 bits (forward error analysis; N. Higham,
/// Accuracy and Stability of Numerical Algorithms, 1996, chapter 3). Infinite where nothing is
/// known.

/// Of rounding a value in this range; exact for a range of one number.
double rounding_error(const ValueRange& range);

/// Of an operation whose operands have these ranges and errors. `type`: of the result, whose range
/// is `result`. Infinite for sines and cosines, which may be off by 2^-7, and for what has no rule.
double operation_error(Operation op, std::uint32_t payload, DataType type,
                       const std::vector<ValueRange>& operands, const std::vector<double>& errors,
                       const ValueRange& result);

/// Of a dot product, from the ranges of the components, as many of `b` as of `a`.
double dot_error(const std::vector<ValueRange>& a, const std::vector<ValueRange>& b,
                 double error_of_a, double error_of_b);

}  // namespace weft
