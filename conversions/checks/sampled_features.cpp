#include "conversions/checks/sampled_features.h"

#include "support/content_hash.h"

namespace weft {

std::optional<Constant> SampledFeatures::value(FeatureId id) {
  if (auto at = known_.find(id); at != known_.end()) {
    return at->second;
  }
  const Feature& feature = library_.features[id];
  std::optional<Constant> value;
  if (feature.definition) {
    value = definitions_.value(id, [this](FeatureId read) { return this->value(read); });
  } else if (seed_) {
    ContentHasher hash;
    hash.add(*seed_);
    hash.add(library_.text(feature.path));
    value = SampleSource(hash.result().low)
                .value(feature.type.data(), is_of_unit_length(library_, feature.type));
  } else {
    missing_.push_back(id);
  }
  known_.emplace(id, value);
  return value;
}

}  // namespace weft
