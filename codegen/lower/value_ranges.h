#pragma once

#include <limits>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The least and the greatest number that a component of a value can be; infinite where nothing is
/// known.
struct ValueRange {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();

  bool is_within(double low, double high) const { return low <= least && greatest <= high; }
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// The range of an operation whose operands have these ranges, by interval arithmetic (R. Moore,
/// Interval Analysis, 1966). `type`: of the result. What is not a float, or has no rule, has no
/// range.
ValueRange operation_range(Operation op, std::uint32_t payload, DataType type,
                           const std::vector<ValueRange>& operands);

/// Per evaluation, the range that follows from constants, from `min` and `max` of parameters, and
/// from bodies without loops; calls of other leaves, and evaluations inside functions, have none.
/// `is_of_order_one`: per evaluation, whether its type says that it lies between -1 and 1.
/// O(evaluations + inputs + expressions of the bodies).
std::vector<ValueRange> value_ranges(const Library& library, const Plan& plan,
                                     const std::vector<bool>& is_of_order_one);

}  // namespace weft
