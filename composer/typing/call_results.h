#pragma once

#include <vector>

#include "composer/typing/call_site.h"

namespace weft {

/// Returns the types of a call's results, from the bound variables and the converted operands.
std::vector<SemanticType> results_of(const TypingContext& in, const Fragment& fragment,
                                     const Bindings& bindings,
                                     const std::vector<PlannedPort>& ports);

}  // namespace weft
