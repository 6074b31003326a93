#pragma once

#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// `type(a, b, …)`: a conversion of scalars, a splat, components, columns, the diagonal or a part
/// of a matrix, the members of a struct, the elements of an array. Arguments are brought to the
/// type's kind of number. Errors: `wrong-arguments`, `type-mismatch`.
CheckedValue check_constructor(CheckContext& context, DataType type,
                               std::vector<CheckedArgument> arguments, Span span);

}  // namespace weft
