#pragma once

#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// Checks `type(a, b, …)`: a conversion of scalars, a broadcast, components, columns, the diagonal
/// or a part of a matrix, the members of a struct, or the elements of an array. Converts arguments
/// to the type's component kind. Errors: `wrong-arguments`, `type-mismatch`.
CheckedValue check_constructor(CheckContext& context, DataType type,
                               std::vector<CheckedArgument> arguments, Span span);

}  // namespace weft
