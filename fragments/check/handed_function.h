#pragma once

#include <optional>

#include "fragments/check/leaf_fit.h"

// Checks of forwarded functions. A body may pass one of its function ports to an `fn` port of a
// leaf that it calls, as in `slope(f, x)`, possibly with some arguments already bound. Loading then
// inlines these calls (inline_calls.h), so no body in a library forwards a function.

namespace weft {

/// Returns why a function port of the body's signature cannot be the argument for an `fn` port of
/// the leaf, or nothing if it can. Compares the number of parameters and the data types; traits are
/// converted outside of the body (fragments/check/adapted_ports.h). `fit` must have its type
/// arguments. `argument` must be a function (CheckedValue::function).
std::optional<Misfit> refuse_function(const CheckContext& context, const Fit& fit, std::size_t port,
                                      const CheckedValue& argument);

/// Whether the leaf and the function state conflicting values of some trait for a parameter or the
/// result, so that the function has to be adapted. Precondition: refuse_function() accepted it.
bool opposes_function(const CheckContext& context, const Fit& fit, std::size_t port,
                      const CheckedValue& argument);

/// Whether the argument of a `uniform` or `constant` port provably meets that restriction in a call
/// that forwards a function: it must consist of literals, operators and ports restricted at least
/// as strictly. Checked here because inlining the leaf's body removes the port and its restriction.
bool keeps_restriction(const CheckContext& context, BodyExprId value, PortRestriction restriction);

/// Adds a forwarded function as an argument of the call: a PortCall that is `handed`. The arguments
/// bound so far must already have the types of their parameters.
BodyExprId add_handed(CheckContext& context, const CheckedValue& argument);

}  // namespace weft
