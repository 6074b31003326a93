#pragma once

#include "composer/typed_graph.h"

namespace weft {

/// Replaces `x + 0` and `0 + x` of a leaf whose body is a sum of its two ports by x, where x has the
/// sum's data type: a profile adds what a material may leave out. (The sum of -0 and 0 is 0, of
/// which x makes -0.) Readers see x with its own traits, which are those of the sum or more.
/// O(evaluations + inputs).
void fold_identities(const Library& library, TypedGraph& graph);

}  // namespace weft
