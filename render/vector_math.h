#pragma once

#include <cmath>

#include "render/mesh.h"

namespace weft::render {

inline Float3 operator+(const Float3& a, const Float3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Float3 operator-(const Float3& a, const Float3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Float3 operator*(const Float3& a, float s) { return {a[0] * s, a[1] * s, a[2] * s}; }

inline float dot(const Float3& a, const Float3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Float3 cross(const Float3& a, const Float3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline float length(const Float3& a) { return std::sqrt(dot(a, a)); }

/// `a` scaled to length 1, or `otherwise` if `a` is zero or not finite. Divides by the largest
/// component first: the square of a short edge underflows long before the edge is degenerate.
inline Float3 normalized_or(const Float3& a, const Float3& otherwise) {
  const float most = std::fmax(std::fabs(a[0]), std::fmax(std::fabs(a[1]), std::fabs(a[2])));
  if (!(most > 0.0F) || !std::isfinite(most)) {
    return otherwise;
  }
  const Float3 scaled = {a[0] / most, a[1] / most, a[2] / most};
  return scaled * (1.0F / length(scaled));
}

/// A unit vector orthogonal to the unit vector `n`; deterministic.
inline Float3 any_orthogonal(const Float3& n) {
  const Float3 axis = std::fabs(n[0]) < 0.6F ? Float3{1, 0, 0} : Float3{0, 1, 0};
  return normalized_or(axis - n * dot(n, axis), {0, 0, 1});
}

}  // namespace weft::render
