#pragma once

#include <string>
#include <string_view>

#include "fragments/model/library.h"

namespace weft {

/// What to write where an operator's operands do not go together by their data types: another
/// number of components, another kind of number, a vector that is not as long as a matrix is wide.
/// `callee` is the operator's fragment, such as `multiply`. Empty where the shapes are not to
/// blame. O(1).
std::string operand_hint(const Library& library, std::string_view callee, DataType first,
                         DataType second);

}  // namespace weft
