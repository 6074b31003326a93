#pragma once

#include "codegen/ir/program.h"
#include "fragments/model/library.h"

namespace weft {

/// Moves parts of expressions that the target languages cannot print in place into locals declared
/// before the statement:
/// - Parts nested more than 24 levels deep. Shader consumers limit nesting; 32 levels are safe.
/// - Arrays built or selected inside an expression. HLSL accepts array values only in declarations
///   and has no `?:` for them.
/// - Arguments of texture samples with `?:`, `&&` or `||` in them.
/// - A computed value that fills several elements of an array, so that it is computed once.
/// - Calls that several expressions read.
/// - Calls with several results. The call becomes a statement that fills locals, and Member reads
///   those.
///
/// Loop conditions that need such locals are tested at the beginning of the loop body. New locals
/// are called `name`, those of results after the results, of calls after the leaves. `functions`
/// are the callees of the body's calls; `shares_calls`: whether share_calls() shared any. O(body).
void hoist_expressions(Body& body, NameId name, const std::vector<Function>& functions,
                       const Library& library, bool shares_calls);

}  // namespace weft
