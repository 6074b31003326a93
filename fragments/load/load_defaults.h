#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// Defines the defaults of a fragment's ports. An erroneous one is reported and left out, and calls
/// that need it report nothing further.
void define_defaults(LoadState& state, const FragmentSource& source, Fragment& fragment);

}  // namespace weft
