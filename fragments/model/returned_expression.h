#pragma once

#include <optional>

#include "fragments/model/body.h"

namespace weft {

/// The expression of a body that is one `return`; empty for all others. O(1).
std::optional<BodyExprId> returned_expression(const Body& body);

}  // namespace weft
