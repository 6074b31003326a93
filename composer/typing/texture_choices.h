#pragma once

#include "composer/evaluations/typed_graph.h"
#include "support/diagnostic.h"

namespace weft {

/// Reports choices between textures that survive constant folding, each as a `texture-choice`
/// error: a texture port must resolve to one parameter. Only evaluations that the outputs need
/// count. O(1) without any textures, else O(evaluations + inputs).
Diagnostics find_texture_choices(const TypedGraph& graph);

}  // namespace weft
