#pragma once

#include <vector>

#include "fragments/model/body.h"

namespace weft {

/// Per expression whether hoist_expressions() makes it a local. `shares_calls`: calls that are read
/// more than once are among them. O(body).
std::vector<bool> find_hoisted_parts(const Body& body, bool shares_calls);

/// An array that is built inside an expression.
bool is_array_value(const Body& body, BodyExprId id);

/// An array that is selected. HLSL's `?:` accepts scalars, vectors and matrices; structs use a
/// helper function.
bool is_array_choice(const Body& body, BodyExprId id);

/// A call that returns its results in locals; only Member reads them.
bool is_results_call(const Body& body, BodyExprId id);

/// One result of such a call.
bool is_result(const Body& body, BodyExprId id);

}  // namespace weft
