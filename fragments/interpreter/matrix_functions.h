#pragma once

#include <array>
#include <cstdint>

namespace weft::interpreter {

/// A float matrix, or a vector as a matrix of one column (or row), column by column.
struct MatrixValue {
  int rows = 0;
  int columns = 0;
  std::array<float, 16> cells = {};

  float& at(int row, int column) {
    return cells[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) +
                 static_cast<std::size_t>(row)];
  }
  float at(int row, int column) const {
    return cells[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) +
                 static_cast<std::size_t>(row)];
  }
};

/// left.columns must be right.rows. Each cell is summed from the first term to the last.
MatrixValue product(const MatrixValue& left, const MatrixValue& right);
MatrixValue transpose(const MatrixValue& matrix);
/// Determinant of a square matrix with 2 to 4 rows, by cofactors.
float determinant(const MatrixValue& matrix);
/// Inverse of such a matrix: the adjugate divided by the determinant.
MatrixValue inverse(const MatrixValue& matrix);

}  // namespace weft::interpreter
