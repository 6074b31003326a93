#pragma once

#include <functional>

#include "fragments/language/body.h"
#include "support/result.h"

namespace weft {

/// A leaf whose body takes the place of a call.
struct InlinedLeaf {
  NameId name;
  std::vector<NameId> ports;   ///< their names
  const Body* body = nullptr;  ///< hands nothing on itself
};

/// The body with every call that hands a function on (an argument is a PortCall that is `handed`)
/// replaced by the statements of the leaf that is called. These come before the statement that the
/// call stands in; the condition of a loop is tested inside then. Of a leaf that returns early they
/// are a loop of one round. `leaf_of` gives what a BodyCall stands for.
/// Errors: `unsupported` for such a call in the step of a `for`. O(size of the result).
Result<Body> inline_calls(const Body& body,
                          const std::function<InlinedLeaf(const BodyCall&)>& leaf_of);

/// Whether an expression of the body is such a call. O(arguments).
bool hands_functions_on(const Body& body, const BodyExpr& expr);

}  // namespace weft
