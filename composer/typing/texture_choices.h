#pragma once

#include "composer/evaluations/typed_graph.h"
#include "support/diagnostic.h"

namespace weft {

/// A texture port stands for one parameter: choices between textures that are left once constants
/// are folded, among what the outputs need, each an error `texture-choice`. Constant time without
/// any, else O(evaluations + inputs).
Diagnostics find_texture_choices(const TypedGraph& graph);

}  // namespace weft
