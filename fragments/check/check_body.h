#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "fragments/syntax/syntax.h"
#include "support/result.h"
#include "support/spelling.h"

namespace weft {

/// Checks the block of a leaf or conversion against the data types of its signature, for one choice
/// of its type variables. Reads of the library: data types, features, and the signatures of other
/// fragments (their bodies may not be there yet). Body::features holds what this body itself
/// mentions; features of called leaves are added by close_over_calls. Reports every error it can
/// find, up to most_diagnostics, with hints from `spelling`. Adds to the library only array types
/// that locals mention and that its table of data types lacks; nothing else of it changes. O(size
/// of the block).
Result<Body> check_body(Library& library, const syntax::Module& module, const Fragment& signature,
                        syntax::StmtId block, const std::vector<DataType>& type_arguments,
                        SpellingBudget& spelling);

/// Adds to every body the features that the leaves it calls extract, transitively, and reports
/// `recursion` for calls that form a circle (naming it). O(fragments + calls).
Diagnostics close_over_calls(Library& library);

/// Evaluates an expression of literals, constructors, constants (PI, INV_PI, …), operators and
/// intrinsics, converted to `expected` (integer literals widen; a colour literal gives float3 or
/// float4 components as written, 0…1). Errors: `not-constant`, `type-mismatch`.
Result<Constant> check_constant(const Library& library, const syntax::Module& module,
                                syntax::ExprId expr, DataType expected);

/// The named constants of bodies and graphs: PI, TWO_PI, HALF_PI, INV_PI, E.
std::optional<float> find_named_constant(std::string_view name);

}  // namespace weft
