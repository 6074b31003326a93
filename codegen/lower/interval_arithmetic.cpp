#include "codegen/lower/interval_arithmetic.h"

#include <algorithm>
#include <cmath>

#include "fragments/model/intrinsics.h"
#include "fragments/model/metadata_range.h"

namespace weft {
namespace {

constexpr ValueRange zero_to_one = {0, 1};
constexpr ValueRange around_zero = {-1, 1};

bool is_finite(const ValueRange& range) {
  return std::isfinite(range.least) && std::isfinite(range.greatest);
}

ValueRange sum(const ValueRange& a, const ValueRange& b) {
  return {a.least + b.least, a.greatest + b.greatest};
}

ValueRange negated(const ValueRange& a) { return {-a.greatest, -a.least}; }

ValueRange product(const ValueRange& a, const ValueRange& b) {
  if (!is_finite(a) || !is_finite(b)) {
    return unknown_range;
  }
  const auto [least, greatest] = std::minmax(
      {a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest});
  return {least, greatest};
}

// Nothing is known of quotients by a number that may be 0.
ValueRange quotient(const ValueRange& a, const ValueRange& b) {
  const bool is_safe = is_finite(b) && (b.least > 0 || b.greatest < 0);
  return is_safe ? product(a, {1 / b.greatest, 1 / b.least}) : unknown_range;
}

ValueRange least_of(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
}

ValueRange greatest_of(const ValueRange& a, const ValueRange& b) {
  return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
}

ValueRange intrinsic_range(Intrinsic intrinsic, const std::vector<ValueRange>& a) {
  switch (intrinsic) {
    case Intrinsic::Saturate:
      return least_of(greatest_of(a[0], {0, 0}), {1, 1});
    case Intrinsic::Fract:
    case Intrinsic::Step:
    case Intrinsic::SmoothStep:
      return zero_to_one;
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Sign:
      return around_zero;
    case Intrinsic::Abs:
      return greatest_of({0, 0}, hull(a[0], negated(a[0])));
    case Intrinsic::Min:
      return least_of(a[0], a[1]);
    case Intrinsic::Max:
      return greatest_of(a[0], a[1]);
    case Intrinsic::Clamp:
      return least_of(greatest_of(a[0], a[1]), a[2]);
    case Intrinsic::Mix:
      return a[2].is_within(0, 1) ? hull(a[0], a[1])
                                  : sum(a[0], product(sum(a[1], negated(a[0])), a[2]));
    case Intrinsic::Fma:
      return sum(product(a[0], a[1]), a[2]);
    default:
      return unknown_range;
  }
}

}  // namespace

ValueRange hull(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
}

ValueRange range_of_constant(const Constant& value) {
  if (!value.type.is_scalar_or_vector()) {
    return unknown_range;
  }
  ValueRange range = {std::numeric_limits<double>::infinity(),
                      -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < value.bits.size(); ++i) {
    const double number = component_of(value, i);
    if (!std::isfinite(number)) {
      return unknown_range;
    }
    range = hull(range, {number, number});
  }
  return range;
}

ValueRange operation_range(Operation op, std::uint32_t payload, DataType type,
                           const std::vector<ValueRange>& operands) {
  if (!type.is_float_based() || type.is_matrix()) {
    return unknown_range;
  }
  switch (op) {
    case Operation::Negate:
      return negated(operands[0]);
    case Operation::Add:
      return sum(operands[0], operands[1]);
    case Operation::Subtract:
      return sum(operands[0], negated(operands[1]));
    case Operation::Multiply:
      return product(operands[0], operands[1]);
    case Operation::Divide:
      return quotient(operands[0], operands[1]);
    case Operation::Select:
      return hull(operands[1], operands[2]);
    case Operation::Swizzle:
    case Operation::Index:
      return operands[0];
    case Operation::Construct: {
      ValueRange range = operands.empty() ? ValueRange{0, 0} : operands[0];
      for (const ValueRange& operand : operands) {
        range = hull(range, operand);
      }
      return range;
    }
    case Operation::Intrinsic:
      return intrinsic_range(static_cast<Intrinsic>(payload), operands);
    default:
      return unknown_range;
  }
}

ValueRange dot_range(const std::vector<ValueRange>& a, const std::vector<ValueRange>& b) {
  ValueRange range = {0, 0};
  for (std::size_t i = 0; i < a.size(); ++i) {
    range = sum(range, product(a[i], b[i]));
  }
  return range;
}

}  // namespace weft
