#pragma once

#include <optional>

#include "fragments/model/library.h"

namespace weft {

/// The feature that a default is, as it is: `= surface.normal`. Nothing for other defaults.
std::optional<FeatureId> feature_of_default(const Graph& expression);

/// Whether a body may give the feature to the port, with no conversion between: it has the meanings
/// that the port asks for, and guarantees if it is not interpolated. O(traits of the port).
bool fits_unconverted(const Library& library, const Feature& feature, const TypePattern& port);

}  // namespace weft
