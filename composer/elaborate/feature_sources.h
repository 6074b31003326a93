#pragma once

#include <optional>

#include "composer/evaluations/elaborated.h"
#include "fragments/analysis/feature_reads.h"

// Where the value of a feature comes from: the host provides it, the profile defines it from what
// the host provides, or the library defines it.

namespace weft {

/// Whether the host provides a feature. Without a profile, it provides all that have no definition.
bool is_provided(const Composition& composition, FeatureId feature);

/// Returns the profile's definition of a feature that it provides, or null.
const Graph* profile_definition(const Composition& composition, FeatureId feature);

/// Whether the profile computes a feature in each fragment (`provide … at fragment = …`).
bool provides_per_fragment(const Composition& composition);

/// The rate at which the composition has a feature: that of its declaration, or per fragment if the
/// profile computes it there.
Rate rate_of_feature(const Composition& composition, FeatureId feature);

/// The value of a projection in Weft's clip space, in terms of the host's (ProvidedFeature), or
/// null.
const Graph* adapted_projection(const Composition& composition, FeatureId feature);

/// Whether the fragment stage receives values of that rate by interpolation.
bool is_of_vertex_stage(Rate rate);

/// Whether a stage can read a feature that the profile provides: the host has a value for it there,
/// or the profile defines it by other features.
bool can_read_feature(const Composition& composition, FeatureId feature, Stage stage);

/// Whether a derived feature is computed in the vertex stage and interpolated: it may read another
/// one of that stage, itself or in a fragment that it calls, and none that the profile computes per
/// fragment. Without a profile, and for functions
/// to include, there is no vertex stage. O(features).
bool is_made_at_vertices(const Composition& composition, FeatureReadsTable& reads,
                         FeatureId feature);

/// Whether the environment injects or withdraws the feature or one that it may be derived from.
/// O(features that it reads).
bool is_injected_into(const Composition& composition, FeatureReadsTable& reads, FeatureId feature,
                      const Environment& environment);

/// Explains why a stage cannot read a feature that the host must provide: `missing-feature` or
/// `rate-too-high`. Nothing if it can.
std::optional<Diagnostic> refusal_of_feature(const Composition& composition, FeatureId feature,
                                             Stage stage);

/// The name and no position: `surface_position`.
Origin origin_of_feature(const Library& library, FeatureId feature);

}  // namespace weft
