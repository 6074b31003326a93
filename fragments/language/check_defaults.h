#pragma once

#include <cstdint>

#include "fragments/language/check_context.h"

namespace weft {

/// The default of a called leaf's port as an expression of this body, with the port's type; the
/// features that it mentions are extracted by this body. `at` is the call. Errors, all at the call:
/// those of expressions, `recursion` for defaults that need themselves, `unsupported` for what only
/// graphs can say.
CheckedValue check_default_of(CheckContext& context, FragmentId fragment, std::uint32_t port,
                              DataType type, Span at);

}  // namespace weft
