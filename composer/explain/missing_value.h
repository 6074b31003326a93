#pragma once

#include <string_view>

#include "composer/evaluations/plan.h"
#include "support/diagnostic.h"

namespace weft {

/// Says why a plan has no value with that name: a binding or parameter of the material that no
/// output reads, one that folding or merging left out, or a name that the material does not have.
/// Code `unknown-name`. O(nodes of the material + evaluations).
Diagnostic explain_missing_value(const Library& library, const Plan& plan, std::string_view name);

}  // namespace weft
