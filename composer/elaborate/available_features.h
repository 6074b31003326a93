#pragma once

#include <string>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"
#include "fragments/types/feature_set.h"
#include "support/result.h"

namespace weft {

/// Returns all features of a library.
FeatureSet all_features(const Library& library);

/// Parses a comma-separated list of features and adds the features whose definitions need only
/// these, as for a host that provides exactly the listed ones. Errors: `unknown-feature` for each
/// unknown name.
Result<FeatureSet> features_that_follow_from(const Library& library, const std::string& list);

/// Returns the features that a conversion in that stage can read under a profile: the provided ones
/// and those derivable from them. The host has those of the vertex stage.
FeatureSet features_in_stage(const Library& library, ProfileId profile, Stage stage);

}  // namespace weft
