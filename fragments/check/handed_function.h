#pragma once

#include <optional>

#include "fragments/check/leaf_fit.h"

namespace weft {

/// Why a function port of the body's signature is no argument for an `fn` port of the leaf, if it
/// is none: how many values they take, and of which data types. Traits are converted outside of the
/// body (fragments/check/adapted_ports.h). `fit` has its type arguments. `argument` is a function
/// (CheckedValue::function).
std::optional<Misfit> refuse_function(const CheckContext& context, const Fit& fit, std::size_t port,
                                      const CheckedValue& argument);

/// Whether the leaf states another value of some trait for what the function takes or gives. The
/// function is none that refuse_function() refuses.
bool opposes_function(const CheckContext& context, const Fit& fit, std::size_t port,
                      const CheckedValue& argument);

/// Whether the value of a port that has to be `uniform` or `constant` is known to be so where the
/// call hands a function on: it is made of literals and of ports that are as restricted themselves.
/// (The call gives way to the leaf's body, where nobody asks for it any more.)
bool keeps_restriction(const CheckContext& context, BodyExprId value, PortRestriction restriction);

/// The function as an argument of the call: a PortCall that is `handed`. What it is given already
/// has the types of its parameters.
BodyExprId add_handed(CheckContext& context, const CheckedValue& argument);

}  // namespace weft
