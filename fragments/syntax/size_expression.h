#pragma once

#include <functional>

#include "fragments/syntax/syntax.h"

namespace weft {

/// Whether the expression of an array size mentions a name for which `is_one` holds, as `N + 1`
/// does for a length `N`. O(expression).
bool mentions_name(const syntax::Module& module, syntax::ExprId size,
                   const std::function<bool(NameId)>& is_one);

/// The diagnostic for a size computed from a length parameter.
inline constexpr const char* computed_size_message =
    "the size of an array is a single number or length";
inline constexpr const char* computed_size_hint =
    "declare an array of that length, and keep extra elements in separate values";

}  // namespace weft
