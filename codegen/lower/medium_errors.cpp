#include "codegen/lower/medium_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

constexpr double unknown_error = std::numeric_limits<double>::infinity();

/// The greatest size of a number in a range.
double size_of(const ValueRange& range) {
  return std::max(std::abs(range.least), std::abs(range.greatest));
}

double greatest_of(const std::vector<double>& errors) {
  return errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end());
}

double product_error(const std::vector<ValueRange>& a, const std::vector<double>& errors) {
  return size_of(a[1]) * errors[0] + size_of(a[0]) * errors[1] + errors[0] * errors[1];
}

double intrinsic_error(Intrinsic intrinsic, const std::vector<ValueRange>& a,
                       const std::vector<double>& errors, const ValueRange& result) {
  switch (intrinsic) {
    case Intrinsic::Saturate:
    case Intrinsic::Abs:
    case Intrinsic::Min:
    case Intrinsic::Max:
    case Intrinsic::Clamp:
      return greatest_of(errors);
    case Intrinsic::Fma:
      return product_error(a, errors) + errors[2] +
             rounding_error({-size_of(a[0]) * size_of(a[1]), size_of(a[0]) * size_of(a[1])}) +
             rounding_error(result);
    case Intrinsic::Mix: {
      const double apart =
          std::max(std::abs(a[1].greatest - a[0].least), std::abs(a[1].least - a[0].greatest));
      // The sizes of t and 1 - t.
      const double weights =
          std::max({1.0, std::abs(2 * a[2].greatest - 1), std::abs(2 * a[2].least - 1)});
      // Three roundings: of 1 - t, of the two products, and of their sum.
      return weights * std::max(errors[0], errors[1]) + apart * errors[2] +
             (errors[0] + errors[1]) * errors[2] +
             3 * rounding_error({-std::max(size_of(a[0]), size_of(a[1])),
                                 std::max(size_of(a[0]), size_of(a[1]))});
    }
    default:
      return unknown_error;
  }
}

}  // namespace

double rounding_error(const ValueRange& range) {
  constexpr double units = 2048;  // 11 digits, rounded to the nearest
  if (range.least == range.greatest) {
    int exponent = 0;
    const double digits = std::frexp(range.least, &exponent) * units;
    return std::ldexp(std::abs(digits - std::nearbyint(digits)) / units, exponent);
  }
  return size_of(range) / units;
}

double dot_error(const std::vector<ValueRange>& a, const std::vector<ValueRange>& b,
                 double error_of_a, double error_of_b) {
  double error = 0;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = size_of(a[i]) * size_of(b[i]);
    error += product_error({a[i], b[i]}, {error_of_a, error_of_b});
    error += rounding_error({-product, product});
    sum += product;
    error += i > 0 ? rounding_error({-sum, sum}) : 0;
  }
  return error;
}

double operation_error(Operation op, std::uint32_t payload, DataType type,
                       const std::vector<ValueRange>& operands, const std::vector<double>& errors,
                       const ValueRange& result) {
  if (!type.is_float_based()) {
    return 0;
  }
  switch (op) {
    case Operation::Negate:
    case Operation::Swizzle:
    case Operation::Index:
    case Operation::Construct:
      return greatest_of(errors);
    case Operation::Select:
      return std::max(errors[1], errors[2]);
    case Operation::Add:
    case Operation::Subtract:
      return errors[0] + errors[1] + rounding_error(result);
    case Operation::Multiply:
      return product_error(operands, errors) + rounding_error(result);
    case Operation::Divide: {
      const double least =
          std::min(std::abs(operands[1].least), std::abs(operands[1].greatest)) - errors[1];
      const bool is_safe = least > 0 && (operands[1].least > 0 || operands[1].greatest < 0);
      return is_safe ? (errors[0] + size_of(result) * errors[1]) / least + rounding_error(result)
                     : unknown_error;
    }
    case Operation::Intrinsic:
      return intrinsic_error(static_cast<Intrinsic>(payload), operands, errors, result);
    default:
      return unknown_error;
  }
}

}  // namespace weft
