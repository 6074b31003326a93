#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Lists as missing the operands that every expansion of the node needs and that are not expanded.
/// Others are found missing by expand_node() alone: one side of a choice, functions, what depends
/// on the callee.
void list_operands(const Expansion& state, NodePlace place);

/// Expands a node of an instance.
Expanded expand_node(const Expansion& state, NodePlace place);

}  // namespace weft
