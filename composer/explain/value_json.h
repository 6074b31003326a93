#pragma once

#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "support/json_fwd.h"

namespace weft {

/// Scalars as numbers or booleans (non-finite floats as "inf", "-inf", "nan"), vectors and arrays
/// as arrays, matrices as arrays of columns, structs as objects.
Json value_json(const Constant& value, const Library& library);

}  // namespace weft
