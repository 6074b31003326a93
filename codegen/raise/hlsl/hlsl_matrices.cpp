#include "codegen/raise/hlsl/hlsl_matrices.h"

#include "support/float_bits.h"

namespace weft {
namespace {

BodyExprId row_of(BodyRaise& raise, BodyExprId matrix, int columns, BodyExprId row) {
  return raise.add(Operation::Index, DataType::vector(Scalar::Float, columns), {matrix, row},
                   static_cast<std::uint32_t>(IndexForm::Row));
}

BodyExprId transposed(BodyRaise& raise, DataType type, BodyExprId matrix) {
  return raise.intrinsic(Intrinsic::Transpose, DataType::matrix(type.columns(), type.rows()),
                         {matrix});
}

// A matrix with a scalar on its diagonal, or one enlarged with the identity, cell by cell in row
// order.
BodyExprId cell_by_cell(BodyRaise& raise, const BodyExpr& from) {
  const DataType source = raise.argument_type(from, 0);
  const BodyExprId value = raise.raised(from, 0);
  std::vector<BodyExprId> cells;
  for (int row = 0; row < from.type.rows(); ++row) {
    for (int column = 0; column < from.type.columns(); ++column) {
      if (source.is_matrix() && row < source.rows() && column < source.columns()) {
        const BodyExprId whole = row_of(raise, value, source.columns(),
                                        raise.number(int_type, static_cast<std::uint32_t>(row)));
        cells.push_back(
            raise.add(Operation::Index, float_type,
                      {whole, raise.number(int_type, static_cast<std::uint32_t>(column))}));
      } else if (source.is_scalar() && row == column) {
        cells.push_back(value);
      } else {
        cells.push_back(raise.number(float_type, float_bits(row == column ? 1.0F : 0.0F)));
      }
    }
  }
  return raise.construct(from.type, cells, ConstructForm::Rows);
}

}  // namespace

std::optional<BodyExprId> matrix_by_rows(BodyRaise& raise, const BodyExpr& from) {
  if (!from.type.is_matrix() || from.argument_count == 0) {
    return std::nullopt;
  }
  if (from.argument_count > 1) {
    const DataType type = DataType::matrix(from.type.columns(), from.type.rows());
    const BodyExprId rows =
        raise.construct(type, raise.raised_arguments(from), ConstructForm::Rows);
    return transposed(raise, type, rows);
  }
  const DataType source = raise.argument_type(from, 0);
  const bool is_larger = source.is_matrix() && source.rows() >= from.type.rows() &&
                         source.columns() >= from.type.columns();
  return is_larger ? raise.construct(from.type, {raise.raised(from, 0)}, ConstructForm::Cast)
                   : cell_by_cell(raise, from);
}

std::optional<BodyExprId> matrix_element(BodyRaise& raise, const BodyExpr& from) {
  if (from.op == Operation::Swizzle && swizzle_count(from.payload) != 1) {
    return std::nullopt;
  }
  const BodyExpr& column = raise.argument_expr(from, 0);
  if (column.op != Operation::Index || !raise.argument_type(column, 0).is_matrix()) {
    return std::nullopt;
  }
  const BodyExprId row =
      from.op == Operation::Index
          ? raise.raised(from, 1)
          : raise.number(int_type, static_cast<std::uint32_t>(swizzle_component(from.payload, 0)));
  const BodyExprId whole =
      row_of(raise, raise.raised(column, 0), raise.argument_type(column, 0).columns(), row);
  return raise.add(Operation::Index, from.type, {whole, raise.raised(column, 1)});
}

std::optional<BodyExprId> matrix_column(BodyRaise& raise, const BodyExpr& from) {
  if (!raise.argument_type(from, 0).is_matrix()) {
    return std::nullopt;
  }
  const DataType type = raise.argument_type(from, 0);
  return row_of(raise, transposed(raise, type, raise.raised(from, 0)), type.rows(),
                raise.raised(from, 1));
}

}  // namespace weft
