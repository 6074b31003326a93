#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "fragments/types/semantic_type.h"
#include "support/diagnostic.h"

namespace weft {

/// Values whose meaning stands on a feature: `basis: tangent` is nothing without the frame of the
/// mesh at the coordinates where the value was made.

/// The feature in whose frame a value of the type is, and the trait that says so.
struct Anchor {
  TraitEntry entry;
  FeatureId feature;
};
/// Those of what a struct or an array holds too. Empty for textures: a texel gets its frame where
/// it is sampled. O(traits), of structs O(members).
std::vector<Anchor> anchors_of(const Library& library, const SemanticType& type);

/// The features that say what a feature is: itself, and what its definition reads, through other
/// definitions too. In order of ids.
std::vector<FeatureId> parts_of_feature(const Library& library, FeatureId root);

/// Whether all these features are the same in two environments.
bool are_same_in(const std::vector<FeatureId>& features, const Environment& a,
                 const Environment& b);

/// The first of these features that an environment has withdrawn, and that does not follow from
/// others by a definition; null if all are there.
const Environment::Withdrawn* first_withdrawn(const Library& library,
                                              const std::vector<FeatureId>& features,
                                              const Environment& environment);

/// `anchored-value` about a feature that is wanted where it does not hold.
Diagnostic anchored_feature(const Library& library, const Environment::Withdrawn& withdrawn);

/// `anchored-value` about a value used outside the injection it was made under. `withdrawn`: the
/// feature that its conversion lacks there; null if none is missing.
Diagnostic anchored_value(const Library& library, const SemanticType& type, const Anchor& anchor,
                          const Environment::Withdrawn* withdrawn, std::optional<Span> span);

/// The fragments that take a value of the trait's value from below an injection of a feature, and
/// so are made for it: `triplanar_normal`. By name.
std::vector<std::string> fragments_that_take(const Library& library, FeatureId injected,
                                             const TraitEntry& entry);

}  // namespace weft
