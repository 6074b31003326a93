#pragma once

#include <string>

#include "fragments/model/library.h"

namespace weft {

/// Whether two `fn` ports declare the same signature: parameters with equal names and types, in
/// order, and the same result. Type variables are compared by position. O(parameters and their
/// traits).
bool same_signature(const FragmentPort& a, const FragmentPort& b);

/// An error for a function that was passed to port `from` and forwarded, by a graph or the body of
/// a leaf, to port `to`, whose signature it cannot be adapted to.
Diagnostic cannot_stand_for(const Library& library, const FragmentPort& from,
                            const FragmentPort& to, Span span);

}  // namespace weft
