#pragma once

// Matrices between sets of primaries, derived in double from the standards' chromaticities.

#include <array>

namespace weft::testing {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;  // rows

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        result[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return result;
}

inline Vector product(const Matrix& a, const Vector& v) {
  Vector result{};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      result[i] += a[i][k] * v[k];
    }
  }
  return result;
}

inline Matrix inverse(const Matrix& m) {
  Matrix result{};
  double determinant = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      int a = (j + 1) % 3;
      int b = (j + 2) % 3;
      int c = (i + 1) % 3;
      int d = (i + 2) % 3;
      result[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
    determinant += m[0][i] * result[i][0];
  }
  for (Vector& row : result) {
    for (double& number : row) {
      number /= determinant;
    }
  }
  return result;
}

inline Vector tristimulus(double x, double y) { return {x / y, 1.0, (1.0 - x - y) / y}; }

struct Primaries {
  const char* name;
  double xy[3][2];
  double white[2];
};

inline constexpr Primaries all_primaries[] = {
    {"rec709", {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}}, {0.3127, 0.3290}},
    {"p3_d65", {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}}, {0.3127, 0.3290}},
    {"rec2020", {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}}, {0.3127, 0.3290}},
    {"acescg", {{0.713, 0.293}, {0.165, 0.830}, {0.128, 0.044}}, {0.32168, 0.33767}},
    {"aces2065_1", {{0.7347, 0.2653}, {0.0, 1.0}, {0.0001, -0.0770}}, {0.32168, 0.33767}},
};

/// SMPTE RP 177: to XYZ with the white of the primaries.
inline Matrix to_own_xyz(const Primaries& primaries) {
  Matrix columns{};
  for (int j = 0; j < 3; ++j) {
    Vector xyz = tristimulus(primaries.xy[j][0], primaries.xy[j][1]);
    for (int i = 0; i < 3; ++i) {
      columns[i][j] = xyz[i];
    }
  }
  Vector white = tristimulus(primaries.white[0], primaries.white[1]);
  Vector amount = product(inverse(columns), white);
  for (Vector& row : columns) {
    for (int j = 0; j < 3; ++j) {
      row[j] *= amount[j];
    }
  }
  return columns;
}

/// The same with Bradford adaptation to D65 (ICC.1:2010, annex E).
inline Matrix to_xyz(const Primaries& primaries) {
  const Matrix bradford = {
      {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
  Vector from = product(bradford, tristimulus(primaries.white[0], primaries.white[1]));
  Vector to = product(bradford, tristimulus(0.3127, 0.3290));
  Matrix scale{};
  for (int i = 0; i < 3; ++i) {
    scale[i][i] = to[i] / from[i];
  }
  return product(inverse(bradford), product(scale, product(bradford, to_own_xyz(primaries))));
}

}  // namespace weft::testing
