#pragma once

#include <string>
#include <vector>

#include "codegen/ir/namer.h"
#include "fragments/model/body.h"

namespace weft {

/// Names every local of a body, keeping the source's name if possible. Locals of blocks that do not
/// enclose each other may share a name, as in the source. `scope` holds the parameters' names.
/// Recurses on nested statements, whose depth the parser bounds. O(statements).
std::vector<std::string> name_locals(const Body& body, const Interner& names, const Namer& scope);

}  // namespace weft
