#pragma once

#include <vector>

#include "composer/elaborate/expansion.h"
#include "composer/elaborate/function_use.h"

// A graph that forwards its function `f` to a port means `(x) => f(x)`, so each signature on the
// way applies: parameters are converted to the inner port's types inwards, results to the outer
// port's outwards.

namespace weft {

/// The declared result of a function port.
struct DeclaredResult {
  const FragmentPort* port;
  CallContext context;
  Span span;
  std::optional<FragmentId> fragment = std::nullopt;  ///< that declares the port, if known
};

/// Converts a result, the first of the inputs, to its declared type. `boundary`: the signatures
/// between which it crosses; then the other inputs are the function's arguments there.
CallId declared_result(const Expansion& state, const DeclaredResult& at, CallIds inputs,
                       std::optional<HandedOn> boundary = std::nullopt);

/// A port that a forwarded function passes through: the parameters it is called with there, and
/// the conversion of its result.
struct Crossing {
  DeclaredResult result;
  HandedOn ports;
  CallIds parameters;
};

/// Converts the use's values to the parameters of `into`. From here on the function is called with
/// that signature.
Crossing cross(const Expansion& state, FunctionUse& use, const FragmentPort& into,
               CallContext here);

/// Crosses from an adapter port to the listed port of its leaf, through the signatures that leaves
/// on the way declare. Empty for other ports.
std::vector<Crossing> cross_into_leaf(const Expansion& state, FunctionUse& use);

/// Converts a result outwards through the crossings, innermost last.
CallId result_outside(const Expansion& state, CallId result, std::vector<Crossing> crossed);

}  // namespace weft
