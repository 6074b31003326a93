#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/body.h"

// Range analysis of ints and uints, used to leave out the clamping of array indices that are
// provably in range. In
//
//     int count = min(lights.count, 16);
//     for (int i = 0; i < count; ++i)
//
// `count` is at most 16 and `i` is in 0 … 15 throughout the loop's body, so `a[i]` of an array of
// 16 needs no clamp. Locals that are never written have the range of their initial value, loop
// counters (basic induction variables) that of their bounds; other locals may have any value. There
// is no fixed-point iteration.

namespace weft {

/// The values from `least` to `greatest`, both included: all of them within the type's range.
struct IntRange {
  std::int64_t least = 0;
  std::int64_t greatest = 0;

  bool is_within(const IntRange& outer) const {
    return least >= outer.least && greatest <= outer.greatest;
  }

  friend bool operator==(const IntRange&, const IntRange&) = default;
};

/// All values of an int or uint.
IntRange range_of_type(DataType type);

/// The value of a literal int or uint.
IntRange range_of_literal(const BodyExpr& literal);

/// Per expression, the range of its value wherever it is evaluated. Expressions that are no int or
/// uint have that of an int. `lengths` has, per feature of the body, the number of elements of the
/// array that it is, or 0 if that is unknown.
///
/// A loop counter is declared in the head of a `for`, stepped by 1, compared with `<` or `<=`, and
/// written nowhere else. Its bound may be any expression; it may read the counter, whose value
/// there is one that the loop's body need not see. O(body).
std::vector<IntRange> find_int_ranges(const Body& body, const std::vector<std::uint32_t>& lengths);

}  // namespace weft
