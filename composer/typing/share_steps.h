#pragma once

#include <cstddef>
#include <vector>

#include "composer/evaluations/typed_graph.h"

// Choosing between chains that the library declares equal (`a equals b then c`). They have the same
// result and the same difficulty, so each alone is as good. But conversions are hash-consed, so two
// links from one value that begin with the same steps compute these once:
//
//   n → output a:   [to_view]  or, declared equal,  [to_world, world_to_view]
//   n → output b:   [to_world, pack]                the second choice for a shares to_world
//
// Finding the best joint choice is a Steiner-tree-like problem. This is a greedy approximation in
// two rounds: against the links without a choice, then against all links as chosen in round one.
// Each round reads the previous state only, so the result does not depend on the order of links.

namespace weft {

/// Returns, for each link with several equal chains, in order, the index of the chain to use: the
/// one with the longest prefix in common with another link from the same value, the first among
/// equals. Empty if that is always the first. O(links × links from the same value).
std::vector<std::size_t> share_steps(const TypedGraph& graph);

}  // namespace weft
