#pragma once

#include "fragments/types/semantic_type.h"

namespace weft {

/// Returns what a value is converted to where it is read as `type`: that type, with the defaults of
/// traits that the value alone states. Without these a packed value would be read as a plain one.
/// Entries sorted by trait. O(entries).
Demand demand_with_defaults(const SemanticType& type, const SemanticType& value,
                            const Lattice& lattice);

}  // namespace weft
