#pragma once

#include "codegen/ir/program.h"
#include "fragments/model/library.h"

namespace weft {

/// Gives a local of its own to every part of an expression below which the text would nest deeper
/// than 24 levels (consumers of shaders give up at some depth, and 32 is safe), to every array that
/// is made or chosen within an expression, which HLSL knows in declarations or not at all, and to
/// what an array has as several elements. A call with several results becomes a statement that
/// fills locals, which Member then reads. The locals are declared before the statement; loops test
/// such conditions at the beginning of their bodies. The locals are called `name`, those of results
/// as the results. `functions`: what the body's calls mean. O(body).
void hoist_expressions(Body& body, NameId name, const std::vector<Function>& functions,
                       const Library& library);

}  // namespace weft
