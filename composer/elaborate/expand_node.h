#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Expands a node of an instance.
Expanded expand_node(const Expansion& state, NodePlace place);

}  // namespace weft
