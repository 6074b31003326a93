#pragma once

#include <optional>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// The profile's provided features in declaration order, those of its base first. This is the
/// member order of blocks.
std::vector<const ProvidedFeature*> in_declared_order(const Profile& profile);

/// The type of a provided feature, with the array size stated by the profile. None for an unsized
/// array. New array types are added to `types`.
std::optional<DataType> sized_type(const ProvidedFeature& provided, const Library& library,
                                   DataTypeTable& types);

}  // namespace weft
