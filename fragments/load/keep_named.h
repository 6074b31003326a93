#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// Parses the skipped bodies of the fragments and graphs that are named, and removes the
/// declarations of the others, in `state.modules`; then `state.outlines` is empty. A fragment is
/// named if its name is a word of a file that was not outlined, of a declaration of another kind,
/// or of another named fragment, or if an operator calls it. All overloads of a name are kept
/// together. Reports the errors in the bodies that it parses. O(tokens of all files).
void keep_named(LoadState& state);

}  // namespace weft
