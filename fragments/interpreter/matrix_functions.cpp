#include "fragments/interpreter/matrix_functions.h"

#include "support/check.h"

namespace weft::interpreter {
namespace {

/// The 2×2 determinants of a 4×4 matrix: `left` of its first two columns, `right` of its last two.
/// Index k is the pair of rows (0,1) (0,2) (0,3) (1,2) (1,3) (2,3).
/// D. Eberly, "The Laplace Expansion Theorem: Computing the Determinants and Inverses of Matrices".
struct LaplacePairs {
  std::array<float, 6> left = {};
  std::array<float, 6> right = {};
};

/// a d - b c
float cross_difference(float a, float d, float b, float c) {
  float first = a * d;
  float second = b * c;
  return first - second;
}

LaplacePairs laplace_pairs(const MatrixValue& m) {
  LaplacePairs pairs;
  std::size_t k = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 4; ++j, ++k) {
      pairs.left[k] = cross_difference(m.at(i, 0), m.at(j, 1), m.at(j, 0), m.at(i, 1));
      pairs.right[k] = cross_difference(m.at(i, 2), m.at(j, 3), m.at(j, 2), m.at(i, 3));
    }
  }
  return pairs;
}

float laplace_determinant(const LaplacePairs& p) {
  const std::array<float, 6>& s = p.left;
  const std::array<float, 6>& c = p.right;
  return s[0] * c[5] - s[1] * c[4] + s[2] * c[3] + s[3] * c[2] - s[4] * c[1] + s[5] * c[0];
}

/// The cross product of two columns of a 3×3 matrix.
std::array<float, 3> cross_columns(const MatrixValue& m, int a, int b) {
  return {cross_difference(m.at(1, a), m.at(2, b), m.at(2, a), m.at(1, b)),
          cross_difference(m.at(2, a), m.at(0, b), m.at(0, a), m.at(2, b)),
          cross_difference(m.at(0, a), m.at(1, b), m.at(1, a), m.at(0, b))};
}

/// One entry of the adjugate of a 4×4 matrix: the cells of one column times three of the other
/// half's pairs, with signs + - +.
float laplace_entry(const MatrixValue& m, int column, const std::array<int, 3>& rows,
                    const std::array<float, 6>& pairs, const std::array<std::size_t, 3>& numbers) {
  float first = m.at(rows[0], column) * pairs[numbers[0]];
  float second = m.at(rows[1], column) * pairs[numbers[1]];
  float third = m.at(rows[2], column) * pairs[numbers[2]];
  return first - second + third;
}

MatrixValue inverse_4x4(const MatrixValue& m) {
  // For the omitted row i: the other rows, and for each of them the pair of the two remaining rows.
  constexpr std::array<std::array<int, 3>, 4> others = {
      {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}};
  constexpr std::array<std::array<std::size_t, 3>, 4> remaining = {
      {{5, 4, 3}, {5, 2, 1}, {4, 2, 0}, {3, 1, 0}}};
  LaplacePairs pairs = laplace_pairs(m);
  float det = laplace_determinant(pairs);
  MatrixValue result;
  result.rows = result.columns = 4;
  for (int row = 0; row < 4; ++row) {
    // Row k of the inverse omits column k: uses the other column of its half, and the pairs of the
    // other half.
    int column = row ^ 1;
    const std::array<float, 6>& half = row < 2 ? pairs.right : pairs.left;
    for (int i = 0; i < 4; ++i) {
      auto at = static_cast<std::size_t>(i);
      float cofactor = laplace_entry(m, column, others[at], half, remaining[at]);
      result.at(row, i) = ((row + i) % 2 == 0 ? cofactor : -cofactor) / det;
    }
  }
  return result;
}

}  // namespace

MatrixValue product(const MatrixValue& left, const MatrixValue& right) {
  WEFT_CHECK(left.columns == right.rows, "matrices of these shapes have no product");
  MatrixValue result;
  result.rows = left.rows;
  result.columns = right.columns;
  for (int column = 0; column < right.columns; ++column) {
    for (int row = 0; row < left.rows; ++row) {
      float sum = left.at(row, 0) * right.at(0, column);
      for (int k = 1; k < left.columns; ++k) {
        float term = left.at(row, k) * right.at(k, column);
        sum += term;
      }
      result.at(row, column) = sum;
    }
  }
  return result;
}

MatrixValue transpose(const MatrixValue& matrix) {
  MatrixValue result;
  result.rows = matrix.columns;
  result.columns = matrix.rows;
  for (int row = 0; row < matrix.rows; ++row) {
    for (int column = 0; column < matrix.columns; ++column) {
      result.at(column, row) = matrix.at(row, column);
    }
  }
  return result;
}

float determinant(const MatrixValue& m) {
  WEFT_CHECK(m.rows == m.columns && m.rows >= 2 && m.rows <= 4, "this matrix has no determinant");
  if (m.rows == 2) {
    return cross_difference(m.at(0, 0), m.at(1, 1), m.at(0, 1), m.at(1, 0));
  }
  if (m.rows == 3) {
    std::array<float, 3> r = cross_columns(m, 1, 2);
    return m.at(0, 0) * r[0] + m.at(1, 0) * r[1] + m.at(2, 0) * r[2];
  }
  return laplace_determinant(laplace_pairs(m));
}

MatrixValue inverse(const MatrixValue& m) {
  WEFT_CHECK(m.rows == m.columns && m.rows >= 2 && m.rows <= 4, "this matrix has no inverse");
  if (m.rows == 4) {
    return inverse_4x4(m);
  }
  float det = determinant(m);
  MatrixValue result;
  result.rows = result.columns = m.rows;
  if (m.rows == 2) {
    result.at(0, 0) = m.at(1, 1) / det;
    result.at(0, 1) = -m.at(0, 1) / det;
    result.at(1, 0) = -m.at(1, 0) / det;
    result.at(1, 1) = m.at(0, 0) / det;
    return result;
  }
  for (int row = 0; row < 3; ++row) {
    std::array<float, 3> cofactors = cross_columns(m, (row + 1) % 3, (row + 2) % 3);
    for (int column = 0; column < 3; ++column) {
      result.at(row, column) = cofactors[static_cast<std::size_t>(column)] / det;
    }
  }
  return result;
}

}  // namespace weft::interpreter
