#pragma once

#include <string>

#include "fragments/library/library.h"

namespace weft {

/// Whether two `fn` ports declare the same function: parameters of the same names and types, in
/// order, and the same result. A type that names a variable is the same as one that names the
/// variable at that position. O(parameters and their traits).
bool same_signature(const FragmentPort& a, const FragmentPort& b);

/// An `fn` port's type as it is written, without comments on its parameters: `fn(n: float3 {use:
/// normal}) -> float`.
std::string function_text(const Library& library, const FragmentPort& port);

/// A function that was given to the port `from` of a graph is handed on to `to`, whose signature
/// its own does not become.
Diagnostic cannot_stand_for(const Library& library, const FragmentPort& from,
                            const FragmentPort& to, Span span);

}  // namespace weft
