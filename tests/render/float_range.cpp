#include "tests/render/float_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace weft::testing::float_ranges {
namespace {

constexpr double least_normal = 0x1.0p-126;
constexpr double greatest = 0x1.fffffep127;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;

// The spacing of floats around a number.
double ulp(double value) {
  const double size = std::min(std::abs(value), greatest);
  const int exponent = size < least_normal ? -126 : std::ilogb(size);
  return std::ldexp(1.0, exponent - 23);
}

// The next float in this direction; beyond the greatest one either that or infinite.
double float_below(double value) {
  if (value > greatest) {
    return greatest;
  }
  const auto nearest = static_cast<float>(value);
  const bool is_above = static_cast<double>(nearest) > value;
  return static_cast<double>(is_above ? std::nextafterf(nearest, -HUGE_VALF) : nearest);
}

double float_above(double value) { return -float_below(-value); }

bool is_open(FloatRange a) {
  return a.is_anything || std::isinf(a.low) || std::isinf(a.high) || std::isnan(a.low) ||
         std::isnan(a.high);
}

bool has(FloatRange a, double value) { return a.low <= value && value <= a.high; }

FloatRange around(const std::array<double, 4>& corners) {
  return {*std::min_element(corners.begin(), corners.end()),
          *std::max_element(corners.begin(), corners.end())};
}

// Applies an increasing function to both ends.
template <typename Function>
FloatRange grown(FloatRange a, Function function) {
  return {function(a.low), function(a.high)};
}

FloatRange power_of(FloatRange a, double base) {
  if (is_open(a)) {
    return anything();
  }
  const FloatRange result = grown(a, [base](double x) { return std::pow(base, x); });
  const double size = std::max(std::abs(a.low), std::abs(a.high));
  return within_ulp(result, 3.0 + 2.0 * size);
}

FloatRange logarithm(FloatRange a, double base) {
  if (is_open(a) || a.low <= 0.0) {
    return anything();
  }
  const FloatRange result = grown(a, [base](double x) { return std::log2(x) / std::log2(base); });
  const FloatRange near_one = within_absolute(result, 0x1.0p-21);
  const FloatRange elsewhere = within_ulp(result, 3.0);
  const bool is_inside = a.low >= 0.5 && a.high <= 2.0;
  const bool is_outside = a.high < 0.5 || a.low > 2.0;
  return is_inside ? near_one : is_outside ? elsewhere : hull(near_one, elsewhere);
}

bool is_within_a_turn(FloatRange a) { return !is_open(a) && a.low >= -pi && a.high <= pi; }

FloatRange ends(FloatRange a, double (*function)(double)) {
  const double low = function(a.low);
  const double high = function(a.high);
  return {std::min(low, high), std::max(low, high)};
}

}  // namespace

bool FloatRange::contains(float value) const {
  return is_anything || (static_cast<double>(value) >= low && static_cast<double>(value) <= high);
}

FloatRange anything() { return {-infinite, infinite, true}; }

FloatRange constant(double value) { return {value, value}; }

FloatRange operand(float value) {
  if (!std::isfinite(value)) {
    return anything();
  }
  const auto number = static_cast<double>(value);
  const bool is_denormal = std::abs(number) < least_normal;
  return {is_denormal ? std::min(number, 0.0) : number,
          is_denormal ? std::max(number, 0.0) : number};
}

FloatRange rounded(FloatRange range) {
  if (range.is_anything || std::isnan(range.low) || std::isnan(range.high)) {
    return anything();
  }
  FloatRange result = {float_below(range.low), float_above(range.high)};
  if (range.high > greatest) {
    result.high = infinite;
  }
  if (range.low < -greatest) {
    result.low = -infinite;
  }
  if (range.low < least_normal && range.high > -least_normal) {  // may be flushed
    result.low = std::min(result.low, 0.0);
    result.high = std::max(result.high, 0.0);
  }
  return result;
}

FloatRange within_ulp(FloatRange range, double count) {
  if (range.is_anything) {
    return range;
  }
  return rounded({range.low - count * ulp(range.low), range.high + count * ulp(range.high)});
}

FloatRange within_absolute(FloatRange range, double error) {
  return range.is_anything ? range : rounded({range.low - error, range.high + error});
}

FloatRange hull(FloatRange a, FloatRange b) {
  return a.is_anything || b.is_anything
             ? anything()
             : FloatRange{std::min(a.low, b.low), std::max(a.high, b.high)};
}

FloatRange negate(FloatRange a) { return {-a.high, -a.low, a.is_anything}; }

FloatRange magnitude(FloatRange a) {
  if (a.is_anything) {
    return a;
  }
  const double size = std::max(std::abs(a.low), std::abs(a.high));
  return {has(a, 0.0) ? 0.0 : std::min(std::abs(a.low), std::abs(a.high)), size};
}

FloatRange add(FloatRange a, FloatRange b) {
  return is_open(a) || is_open(b) ? anything() : rounded({a.low + b.low, a.high + b.high});
}

FloatRange subtract(FloatRange a, FloatRange b) { return add(a, negate(b)); }

FloatRange multiply(FloatRange a, FloatRange b) {
  return is_open(a) || is_open(b)
             ? anything()
             : rounded(around({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}));
}

FloatRange divide(FloatRange a, FloatRange b) {
  const FloatRange size = magnitude(b);
  if (is_open(a) || is_open(b) || size.low < 0x1.0p-126 || size.high > 0x1.0p126) {
    return anything();
  }
  return within_ulp(around({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}), 2.5);
}

FloatRange floor(FloatRange a) {
  return is_open(a) ? anything() : grown(a, [](double x) { return std::floor(x); });
}

FloatRange trunc(FloatRange a) {
  return is_open(a) ? anything() : grown(a, [](double x) { return std::trunc(x); });
}

FloatRange minimum(FloatRange a, FloatRange b) {
  return a.is_anything || b.is_anything
             ? anything()
             : FloatRange{std::min(a.low, b.low), std::min(a.high, b.high)};
}

FloatRange maximum(FloatRange a, FloatRange b) { return negate(minimum(negate(a), negate(b))); }

FloatRange inverse_sqrt(FloatRange a) {
  if (is_open(a) || a.low <= 0.0) {
    return anything();
  }
  return within_ulp({1.0 / std::sqrt(a.high), 1.0 / std::sqrt(a.low)}, 2.0);
}

FloatRange sqrt(FloatRange a) { return divide(constant(1.0), inverse_sqrt(a)); }

FloatRange exp(FloatRange a) { return power_of(a, 2.71828182845904523536); }

FloatRange exp2(FloatRange a) { return power_of(a, 2.0); }

FloatRange log(FloatRange a) { return logarithm(a, 2.71828182845904523536); }

FloatRange log2(FloatRange a) { return logarithm(a, 2.0); }

FloatRange sin(FloatRange a) {
  if (!is_within_a_turn(a)) {
    return anything();
  }
  FloatRange result = ends(a, std::sin);
  result.high = has(a, pi / 2.0) ? 1.0 : result.high;
  result.low = has(a, -pi / 2.0) ? -1.0 : result.low;
  return within_absolute(result, 0x1.0p-11);
}

FloatRange cos(FloatRange a) {
  if (!is_within_a_turn(a)) {
    return anything();
  }
  FloatRange result = ends(a, std::cos);
  result.high = has(a, 0.0) ? 1.0 : result.high;
  return within_absolute(result, 0x1.0p-11);
}

FloatRange atan2(FloatRange y, FloatRange x) {
  // The angle is discontinuous across the negative x axis, and the sign of zero is not preserved.
  if (is_open(x) || is_open(y) || (x.low <= 0.0 && has(y, 0.0))) {
    return anything();
  }
  return within_ulp(around({std::atan2(y.low, x.low), std::atan2(y.low, x.high),
                            std::atan2(y.high, x.low), std::atan2(y.high, x.high)}),
                    4096.0);
}

}  // namespace weft::testing::float_ranges
