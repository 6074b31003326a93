#pragma once

#include "fragments/model/body.h"

// Scalar replacement of structs in bodies, where it removes unread members. In
//
//     Pair p = Pair(a, f(b));
//     if (c > 0.0) { p = Pair(b, a); }
//     return p.first;
//
// `p` becomes `p_first`, and `f(b)` is not computed.

namespace weft {

struct Library;

/// Rewrites a body so that it does not compute members of structs that nothing reads:
/// - `Pair(a, b).first` becomes `a`, and that of `c ? Pair(a, b) : Pair(d, e)` becomes `c ? a : d`;
/// - a local becomes one local per member if some member is never read, the local is never read
///   whole, and every whole assignment to it is such a constructor or choice.
/// A local whose members are all read stays as it is written. The result computes the same values
/// for all inputs; features and calls that only unread members needed are gone. Names of new locals
/// are added to the library. O(size of the body × members).
Body without_unread_structs(Library& library, Body body);

}  // namespace weft
