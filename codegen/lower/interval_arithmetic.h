#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/constant.h"

namespace weft {

/// The least and the greatest number that a component of a value can be; infinite where nothing is
/// known.
struct ValueRange {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();

  bool is_within(double low, double high) const { return low <= least && greatest <= high; }
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

constexpr ValueRange unknown_range = {};

/// The smallest range that contains both.
ValueRange hull(const ValueRange& a, const ValueRange& b);

/// The range of a scalar's or a vector's components. Unknown if one is infinite, and for other
/// types.
ValueRange range_of_constant(const Constant& value);

/// The range of an operation whose operands have these ranges, by interval arithmetic (R. Moore,
/// Interval Analysis, 1966). `type`: of the result. What is not a float, or has no rule, has no
/// range.
ValueRange operation_range(Operation op, std::uint32_t payload, DataType type,
                           const std::vector<ValueRange>& operands);

/// The range of a dot product, from the ranges of the components, as many of `b` as of `a`.
ValueRange dot_range(const std::vector<ValueRange>& a, const std::vector<ValueRange>& b);

}  // namespace weft
