#pragma once

#include <string>

#include "fragments/model/constant.h"

namespace weft {

/// Whether two values computed in different ways are equal up to rounding. NaN equals NaN only.
/// O(components).
bool agree(const Constant& a, const Constant& b);

/// Formats a value for messages: four digits, vectors and larger in parentheses.
std::string value_text(const Constant& constant);

}  // namespace weft
