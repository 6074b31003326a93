#pragma once

#include <functional>

#include "fragments/syntax/syntax.h"

namespace weft {

/// Whether the size of an array is computed from a name of that kind, as `N + 1` is. O(expression).
bool mentions_name(const syntax::Module& module, syntax::ExprId size,
                   const std::function<bool(NameId)>& is_one);

/// What to say where a size is computed from a length.
inline constexpr const char* computed_size_message =
    "the size of an array is a number or a length alone";
inline constexpr const char* computed_size_hint =
    "declare an array of the length itself, and keep what is beyond it in values of their own";

}  // namespace weft
