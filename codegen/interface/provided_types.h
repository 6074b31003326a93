#pragma once

#include <optional>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// What a profile provides, in order of declaration, its base first: the order of members in
/// blocks.
std::vector<const ProvidedFeature*> in_declared_order(const Profile& profile);

/// The type of a provided feature, an array with the size that the profile states. None for an
/// array without a size. Array types that are new are added to `types`.
std::optional<DataType> sized_type(const ProvidedFeature& provided, const Library& library,
                                   DataTypeTable& types);

}  // namespace weft
