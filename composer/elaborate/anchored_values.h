#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "fragments/types/semantic_type.h"
#include "support/diagnostic.h"

// Anchored values are expressed in a frame that a feature defines. A normal with `basis: tangent`
// means nothing without the tangent frame of the mesh at the texture coordinates where it was
// sampled. When an injection replaces the coordinates (`texture(...) with (surface.uv: …)`), the
// frame at the old coordinates is withdrawn inside, and values made under it must be converted
// inside, before they leave. TypedValue::made_in records the environment in which an anchored value
// was made. Type inference compares the parts of the anchor's feature there and here, and places
// the conversion where the value was made if they differ (decision 0040).

namespace weft {

/// The feature in whose frame values of a type are expressed, and the trait that refers to it.
struct Anchor {
  TraitEntry entry;
  FeatureId feature;
};
/// Returns the anchors of a type, including those of struct members and array elements. Empty for
/// textures, whose texels get a frame when sampled. O(traits), for structs O(members).
std::vector<Anchor> anchors_of(const Library& library, const SemanticType& type);

/// Returns the features that determine a feature: itself and, transitively, the features that its
/// definition reads. Sorted by id.
std::vector<FeatureId> parts_of_feature(const Library& library, FeatureId root);

/// Whether all these features have the same value in two environments.
bool are_same_in(const std::vector<FeatureId>& features, const Environment& a,
                 const Environment& b);

/// Returns the first of these features that is withdrawn from an environment and has no definition
/// to derive it from, or null.
const Environment::Withdrawn* first_withdrawn(const Library& library,
                                              const std::vector<FeatureId>& features,
                                              const Environment& environment);

/// `anchored-value` for a feature that is read where it is withdrawn.
Diagnostic anchored_feature(const Library& library, const Environment::Withdrawn& withdrawn);

/// `anchored-value` for a value used outside the injection it was made under. `withdrawn`: the
/// feature that its conversion needs and lacks there, or null.
Diagnostic anchored_value(const Library& library, const SemanticType& type, const Anchor& anchor,
                          const Environment::Withdrawn* withdrawn, std::optional<Span> span);

/// Returns the names, sorted, of fragments designed to carry such a value out of an injection of
/// the feature: those that take the trait's value from below it, like `triplanar_normal`. What one
/// of them, a graph, calls in the same file is a part of it and not named.
std::vector<std::string> fragments_that_take(const Library& library, FeatureId injected,
                                             const TraitEntry& entry);

}  // namespace weft
