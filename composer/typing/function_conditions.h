#pragma once

#include "composer/typing/type_inference.h"

namespace weft {

/// Lets elaboration decide the conditions by which functions are chosen: it asks typing, which may
/// expand more of the graph. Both references must outlive the composition. One condition costs what
/// typing the values does that it is computed from.
void provide_conditions(Composition& composition, const ConversionSet& conversions,
                        ConversionCache& cache);

}  // namespace weft
