#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "fragments/model/body.h"
#include "support/result.h"

namespace weft {

/// A leaf whose body takes the place of a call.
struct InlinedLeaf {
  struct Port {
    NameId name;
    /// Of a port that no source lists: the listed one that is given the function.
    std::optional<std::uint32_t> adapts = {};
  };
  NameId name;
  std::vector<Port> ports;
  const Body* body = nullptr;  ///< hands nothing on itself
};

/// A call of a function that the body was given and hands on.
struct HandedFunction {
  std::uint32_t port;                ///< of the body
  std::vector<std::uint32_t> given;  ///< its parameters that have arguments already, by position
  FragmentId taker;                  ///< the leaf that is given the function
  std::uint32_t port_of_taker;       ///< which of its ports its body calls
  Span span;                         ///< where it is handed on
};

/// What the body of a leaf is inlined with.
struct InlineOptions {
  /// What a BodyCall stands for.
  std::function<InlinedLeaf(const BodyCall&)> leaf_of;
  /// The port of the body that is called in the place of the taker's.
  std::function<std::uint32_t(const HandedFunction&)> port_for;
};

/// The body with every call that hands a function on (an argument is a PortCall that is `handed`)
/// replaced by the statements of the leaf that is called. These come before the statement that the
/// call stands in; the condition of a loop is tested inside then. Of a leaf that returns early they
/// are a loop of one round.
/// Errors: `unsupported` for such a call in the step of a `for`. O(size of the result).
Result<Body> inline_calls(const Body& body, const InlineOptions& options);

/// Whether an expression of the body is such a call. O(arguments).
bool hands_functions_on(const Body& body, const BodyExpr& expr);

}  // namespace weft
