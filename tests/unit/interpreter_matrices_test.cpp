// Matrix operations against naive references in double.

#include <cmath>
#include <cstddef>

#include "fragments/interpreter/operations.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::interpreter_matrices_test {

namespace {

using namespace weft;

/// cells[row][column]
using Cells = std::vector<std::vector<double>>;

Cells cells_of(const Constant& value, bool is_row_vector = false) {
  auto rows = static_cast<std::size_t>(value.type.rows());
  auto columns = static_cast<std::size_t>(value.type.columns());
  if (is_row_vector) {
    std::swap(rows, columns);
  }
  Cells cells(rows, std::vector<double>(columns));
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      cells[row][column] = static_cast<double>(float_of(value.bits[column * rows + row]));
    }
  }
  return cells;
}

Cells multiply(const Cells& a, const Cells& b) {
  Cells result(a.size(), std::vector<double>(b[0].size(), 0.0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b[0].size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) {
        result[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return result;
}

/// By permutations (Leibniz), independent of cofactors.
double determinant(const Cells& cells, std::vector<bool>& used, std::size_t row) {
  if (row == cells.size()) {
    return 1.0;
  }
  double sum = 0.0;
  double sign = 1.0;
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (used[column]) {
      continue;
    }
    used[column] = true;
    sum += sign * cells[row][column] * determinant(cells, used, row + 1);
    used[column] = false;
    sign = -sign;
  }
  return sum;
}

double determinant(const Cells& cells) {
  std::vector<bool> used(cells.size(), false);
  return determinant(cells, used, 0);
}

void check_close(const Cells& actual, const Cells& expected, double tolerance) {
  REQUIRE(actual.size() == expected.size());
  REQUIRE(actual[0].size() == expected[0].size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    for (std::size_t j = 0; j < actual[0].size(); ++j) {
      INFO("row " << i << ", column " << j);
      CHECK(std::fabs(actual[i][j] - expected[i][j]) <= tolerance);
    }
  }
}

Constant random_value(Random& random, DataType type) {
  std::vector<float> components;
  for (int i = 0; i < type.component_count(); ++i) {
    components.push_back(static_cast<float>(random.between(-2.0, 2.0)));
  }
  return float_constant(type, components);
}

}  // namespace

TEST_CASE("interpreter: products of matrices and vectors of every shape") {
  DataTypeTable types;
  Random random(seed());
  for (int rows = 2; rows <= 4; ++rows) {
    for (int inner = 2; inner <= 4; ++inner) {
      Constant left = random_value(random, DataType::matrix(rows, inner));
      Constant column = random_value(random, DataType::vector(Scalar::Float, inner));
      Constant row = random_value(random, DataType::vector(Scalar::Float, rows));
      INFO(rows << " rows, " << inner << " columns");
      for (int columns = 2; columns <= 4; ++columns) {
        Constant right = random_value(random, DataType::matrix(inner, columns));
        Constant product = apply_operation(types, Operation::MatrixProduct, 0,
                                           DataType::matrix(rows, columns), {left, right});
        check_close(cells_of(product), multiply(cells_of(left), cells_of(right)), 1e-5);
      }
      Constant transformed = apply_operation(types, Operation::MatrixProduct, 0,
                                             DataType::vector(Scalar::Float, rows), {left, column});
      check_close(cells_of(transformed), multiply(cells_of(left), cells_of(column)), 1e-5);
      Constant from_left = apply_operation(types, Operation::MatrixProduct, 0,
                                           DataType::vector(Scalar::Float, inner), {row, left});
      check_close(cells_of(from_left, true), multiply(cells_of(row, true), cells_of(left)), 1e-5);
    }
  }
}

TEST_CASE("interpreter: matrix products take column vectors on the right") {
  DataTypeTable types;
  // Columns (1,2) (3,4) (5,6): two rows, three columns.
  Constant m = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  CHECK(apply_operation(types, Operation::MatrixProduct, 0, float2_type,
                        {m, floats({1, 10, 100})}) == floats({531, 642}));
  CHECK(apply_operation(types, Operation::MatrixProduct, 0, float3_type, {floats({1, 10}), m}) ==
        floats({21, 43, 65}));
}

TEST_CASE("interpreter: determinants and inverses") {
  DataTypeTable types;
  Random random(seed());
  for (int size = 2; size <= 4; ++size) {
    DataType type = DataType::matrix(size, size);
    Cells identity(static_cast<std::size_t>(size),
                   std::vector<double>(static_cast<std::size_t>(size), 0.0));
    for (std::size_t i = 0; i < identity.size(); ++i) {
      identity[i][i] = 1.0;
    }
    std::size_t inverted = 0;
    for (std::size_t round = 0; round < scaled(200); ++round) {
      Constant value = random_value(random, type);
      double expected = determinant(cells_of(value));
      Constant found = *apply_intrinsic(Intrinsic::Determinant, float_type, {value});
      INFO("size " << size << ", round " << round);
      CHECK(std::fabs(static_cast<double>(float_of(found.bits[0])) - expected) <= 1e-4);
      if (std::fabs(expected) < 0.5) {
        continue;  // too close to singular for a meaningful tolerance
      }
      ++inverted;
      Constant inverse = *apply_intrinsic(Intrinsic::Inverse, type, {value});
      check_close(multiply(cells_of(value), cells_of(inverse)), identity, 1e-3);
    }
    CHECK(inverted > 0);
  }
}

TEST_CASE("interpreter: a singular matrix has no finite inverse") {
  for (int size = 2; size <= 4; ++size) {
    DataType type = DataType::matrix(size, size);
    std::vector<float> ones(static_cast<std::size_t>(size * size), 1.0F);
    Constant value = float_constant(type, ones);
    CHECK(apply_intrinsic(Intrinsic::Determinant, float_type, {value}) == floats({0}));
    Constant inverse = *apply_intrinsic(Intrinsic::Inverse, type, {value});
    for (std::uint32_t bits : inverse.bits) {
      CHECK_FALSE(std::isfinite(float_of(bits)));
    }
  }
}

}  // namespace weft::testing::interpreter_matrices_test
