#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// Parses the skipped fragments and graphs that are named into `state.modules`, reports their
/// syntax errors, and clears `state.outlines`. A fragment is named if its name is a word of a text
/// that was not skipped or of another named fragment, or if an operator calls it. All overloads of
/// a name are kept together. O(bytes parsed).
void keep_named(LoadState& state);

}  // namespace weft
