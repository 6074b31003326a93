#pragma once

#include <string>

#include "fragments/model/library.h"

namespace weft {

/// Whether two `fn` ports declare the same function: parameters of the same names and types, in
/// order, and the same result. A type that names a variable is the same as one that names the
/// variable at that position. O(parameters and their traits).
bool same_signature(const FragmentPort& a, const FragmentPort& b);

/// A function that was given to the port `from` is handed on to `to`, whose signature its own does
/// not become: by a graph, or by the body of a leaf, to a port that adapts `from`.
Diagnostic cannot_stand_for(const Library& library, const FragmentPort& from,
                            const FragmentPort& to, Span span);

}  // namespace weft
