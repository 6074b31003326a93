#pragma once

#include "c_api/weft.h"
#include "fragments/solver/relation.h"
#include "support/diagnostic.h"

namespace weft {

/// Adds a host's relations to those that come with Weft. What is wrong with one goes to `errors`:
/// a name that is taken or none, numbers that nothing satisfies, no function.
void add_relations(const weft_relation* relations, size_t count, RelationRegistry& registry,
                   Diagnostics& errors);

}  // namespace weft
