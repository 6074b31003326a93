#pragma once

#include "codegen/raise/raise_body.h"

// HLSL constructs matrices from rows, and `m[i]` is a row.

namespace weft {

/// Matrices from columns: the transpose of the matrix of these rows. From a scalar or a smaller
/// matrix: cell by cell. From a larger one: a cast.
std::optional<BodyExprId> matrix_by_rows(BodyRaise& raise, const BodyExpr& from);

/// Row j of column i: `m[j][i]`.
std::optional<BodyExprId> matrix_element(BodyRaise& raise, const BodyExpr& from);

/// A whole column: `transpose(m)[i]`.
std::optional<BodyExprId> matrix_column(BodyRaise& raise, const BodyExpr& from);

}  // namespace weft
