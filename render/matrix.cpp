#include "render/matrix.h"

#include <cmath>
#include <cstddef>

#include "render/vector_math.h"

namespace weft::render {
namespace {

constexpr std::size_t at(std::size_t row, std::size_t column) { return 4 * column + row; }

/// The signed determinant of the 3x3 minor without one row and one column.
double cofactor(const Mat4& m, std::size_t row, std::size_t column) {
  std::array<std::size_t, 3> rows{};
  std::array<std::size_t, 3> columns{};
  for (std::size_t i = 0, r = 0, c = 0; i < 4; ++i) {
    if (i != row) {
      rows[r++] = i;
    }
    if (i != column) {
      columns[c++] = i;
    }
  }
  const auto value = [&](std::size_t i, std::size_t j) {
    return static_cast<double>(m[at(rows[i], columns[j])]);
  };
  const double minor = value(0, 0) * (value(1, 1) * value(2, 2) - value(1, 2) * value(2, 1)) -
                       value(0, 1) * (value(1, 0) * value(2, 2) - value(1, 2) * value(2, 0)) +
                       value(0, 2) * (value(1, 0) * value(2, 1) - value(1, 1) * value(2, 0));
  return (row + column) % 2 == 0 ? minor : -minor;
}

Mat4 from_axes(const Float3& x, const Float3& y, const Float3& z) {
  return {x[0], x[1], x[2], 0, y[0], y[1], y[2], 0, z[0], z[1], z[2], 0, 0, 0, 0, 1};
}

}  // namespace

Mat4 multiply(const Mat4& a, const Mat4& b) {
  Mat4 product{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) {
        product[at(row, column)] += a[at(row, k)] * b[at(k, column)];
      }
    }
  }
  return product;
}

std::optional<Mat4> inverse(const Mat4& m) {
  double determinant = 0.0;
  for (std::size_t column = 0; column < 4; ++column) {
    determinant += static_cast<double>(m[at(0, column)]) * cofactor(m, 0, column);
  }
  if (determinant == 0.0 || !std::isfinite(determinant)) {
    return std::nullopt;
  }
  Mat4 result{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      result[at(row, column)] = static_cast<float>(cofactor(m, column, row) / determinant);
    }
  }
  return result;
}

Mat4 translation(const Float3& offset) {
  Mat4 m = identity_matrix;
  m[at(0, 3)] = offset[0];
  m[at(1, 3)] = offset[1];
  m[at(2, 3)] = offset[2];
  return m;
}

Mat4 scaling(const Float3& factors) {
  return from_axes({factors[0], 0, 0}, {0, factors[1], 0}, {0, 0, factors[2]});
}

Mat4 rotation(const Float3& axis, float radians) {
  const Float3 n = normalized_or(axis, {0, 0, 1});
  const float c = std::cos(radians);
  const float s = std::sin(radians);
  // Rodrigues' formula, applied to each basis vector.
  const auto turned = [&](const Float3& v) {
    return v * c + cross(n, v) * s + n * (dot(n, v) * (1.0F - c));
  };
  return from_axes(turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1}));
}

Mat4 look_at(const Float3& position, const Float3& target, const Float3& up) {
  const Float3 back = normalized_or(position - target, {0, 0, 1});
  const Float3 right = normalized_or(cross(up, back), any_orthogonal(back));
  const Float3 above = cross(back, right);
  return {right[0],
          above[0],
          back[0],
          0,
          right[1],
          above[1],
          back[1],
          0,
          right[2],
          above[2],
          back[2],
          0,
          -dot(right, position),
          -dot(above, position),
          -dot(back, position),
          1};
}

Mat4 perspective(float vertical_fov, float aspect, float near, float far) {
  const float f = 1.0F / std::tan(0.5F * vertical_fov);
  Mat4 m{};
  m[at(0, 0)] = f / aspect;
  m[at(1, 1)] = -f;
  m[at(2, 2)] = far / (near - far);
  m[at(2, 3)] = near * far / (near - far);
  m[at(3, 2)] = -1.0F;
  return m;
}

Float3 transform_point(const Mat4& m, const Float3& p) {
  Float3 result{};
  for (std::size_t row = 0; row < 3; ++row) {
    result[row] =
        m[at(row, 0)] * p[0] + m[at(row, 1)] * p[1] + m[at(row, 2)] * p[2] + m[at(row, 3)];
  }
  return result;
}

std::optional<std::array<float, 9>> normal_matrix(const Mat4& m) {
  Mat4 linear = m;
  for (std::size_t i = 0; i < 3; ++i) {
    linear[at(i, 3)] = 0.0F;
    linear[at(3, i)] = 0.0F;
  }
  linear[at(3, 3)] = 1.0F;
  const auto inverted = inverse(linear);
  if (!inverted) {
    return std::nullopt;
  }
  std::array<float, 9> result{};
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      result[3 * column + row] = (*inverted)[at(column, row)];
    }
  }
  return result;
}

}  // namespace weft::render
