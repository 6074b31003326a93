#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "fragments/model/body.h"
#include "support/result.h"

namespace weft {

/// A leaf whose body replaces a call.
struct InlinedLeaf {
  struct Port {
    NameId name;
    /// For a port that is not in the source: the listed port that receives the function.
    std::optional<std::uint32_t> adapts = {};
  };
  NameId name;
  std::vector<Port> ports;
  const Body* body = nullptr;  ///< forwards no functions itself
};

/// A call of a function that the body received through a port and forwards to another leaf.
struct HandedFunction {
  std::uint32_t port;                ///< the body's function port
  std::vector<std::uint32_t> given;  ///< positions of its parameters that already have arguments
  FragmentId taker;                  ///< the leaf that receives the function
  std::uint32_t port_of_taker;       ///< the port of the taker that receives it
  Span span;                         ///< the forwarding argument
};

/// Callbacks that supply the leaves and ports for inlining.
struct InlineOptions {
  /// Returns the leaf that a BodyCall calls.
  std::function<InlinedLeaf(const BodyCall&)> leaf_of;
  /// Returns the port of the body that is called instead of the taker's.
  std::function<std::uint32_t(const HandedFunction&)> port_for;
};

/// Inlines every call that forwards a function (an argument is a PortCall that is `handed`). For
/// example, with `slope(f, x) = f(x + 1) - f(x)` and `g` a function port, `return 2 * slope(g, t);`
/// becomes
///
///     float slope = g(t + 1) - g(t);
///     return 2 * slope;
///
/// The inlined statements precede the statement with the call. If a loop condition contains the
/// call, they move into the loop, which then tests the condition inside. A leaf with early returns
/// becomes a loop that runs once, which `return` breaks out of.
///
/// Errors: `unsupported` for such a call in the step of a `for`. O(size of the result).
Result<Body> inline_calls(const Body& body, const InlineOptions& options);

/// Whether an expression is a call that forwards a function. O(arguments).
bool hands_functions_on(const Body& body, const BodyExpr& expr);

}  // namespace weft
