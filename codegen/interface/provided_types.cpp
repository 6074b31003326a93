#include "codegen/interface/provided_types.h"

#include <algorithm>

namespace weft {

std::vector<const ProvidedFeature*> in_declared_order(const Profile& profile) {
  std::vector<const ProvidedFeature*> features;
  features.reserve(profile.provided.size());
  for (const ProvidedFeature& provided : profile.provided) {
    features.push_back(&provided);
  }
  std::sort(features.begin(), features.end(),
            [](const ProvidedFeature* a, const ProvidedFeature* b) { return a->order < b->order; });
  return features;
}

std::optional<DataType> sized_type(const ProvidedFeature& provided, const Library& library,
                                   DataTypeTable& types) {
  const DataType type = library.features[provided.feature].type.data();
  if (!type.is_array()) {
    return type;
  }
  const ArrayType array = types.array(type);
  const std::uint32_t size = array.size != 0 ? array.size : provided.capacity;
  return size != 0 ? std::optional(types.array_of(array.element, size)) : std::nullopt;
}

}  // namespace weft
