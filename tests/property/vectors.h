#pragma once

// Vectors of doubles for tests that compute a value by definition, and conversion to constants.

#include <array>
#include <cmath>
#include <vector>

#include "fragments/model/constant.h"
#include "support/float_bits.h"

namespace weft::testing {

using Vector = std::array<double, 3>;

/// a + b * times
inline Vector sum_of(const Vector& a, const Vector& b, double times = 1.0) {
  return {a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times};
}

inline Vector scaled_by(const Vector& v, double factor) { return sum_of({0, 0, 0}, v, factor); }

inline Vector cross_of(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double dot_of(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Vector unit_of(const Vector& v) { return scaled_by(v, 1.0 / std::sqrt(dot_of(v, v))); }

/// A constant with these components, rounded to float.
inline Constant floats(DataType type, const std::vector<double>& values) {
  Constant result{type, {}};
  for (const double value : values) {
    result.bits.push_back(float_bits(static_cast<float>(value)));
  }
  return result;
}

}  // namespace weft::testing
