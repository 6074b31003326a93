#pragma once

#include "c_api/weft.h"
#include "fragments/solver/relation.h"
#include "support/diagnostic.h"

namespace weft {

/// Adds a host's relations to the built-in ones. Reports invalid ones to `errors`: a missing or
/// taken name, port counts that nothing satisfies, a null function.
void add_relations(const weft_relation* relations, size_t count, RelationRegistry& registry,
                   Diagnostics& errors);

}  // namespace weft
