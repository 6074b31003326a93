#pragma once

#include <string>
#include <vector>

#include "codegen/ir/namer.h"
#include "fragments/model/body.h"

namespace weft {

/// A name for every local of a body: its own word where possible. Locals of blocks that do not
/// enclose each other may share a name, as in the source. `scope` has the names of the parameters.
/// Recurses on nested statements, which the parser limits. O(statements).
std::vector<std::string> name_locals(const Body& body, const Interner& names, const Namer& scope);

}  // namespace weft
