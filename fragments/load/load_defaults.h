#pragma once

#include "fragments/load/load_state.h"

namespace weft {

/// The defaults of a fragment's ports. One that is faulty by itself is reported and left out, and
/// calls that need it stay silent.
void define_defaults(LoadState& state, const FragmentSource& source, Fragment& fragment);

}  // namespace weft
