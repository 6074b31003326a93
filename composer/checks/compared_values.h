#pragma once

#include <string>

#include "fragments/model/constant.h"

namespace weft {

/// Whether two values that are computed in different ways are the same but for rounding. NaN agrees
/// with NaN alone. O(components).
bool agree(const Constant& a, const Constant& b);

/// In messages: four digits, vectors and more in parentheses.
std::string value_text(const Constant& constant);

}  // namespace weft
