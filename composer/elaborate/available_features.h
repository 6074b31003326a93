#pragma once

#include <string>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"
#include "fragments/types/feature_set.h"
#include "support/result.h"

namespace weft {

/// Every feature of a library.
FeatureSet all_features(const Library& library);

/// The features of a list with commas between, and those whose definitions follow from them, as for
/// a host that provides exactly these. Errors: `unknown-feature` for every name that is none.
Result<FeatureSet> features_that_follow_from(const Library& library, const std::string& list);

/// What a conversion in that stage can read when a profile is composed for: what the profile
/// provides and what is defined by that.
FeatureSet features_in_stage(const Library& library, ProfileId profile, Stage stage);

}  // namespace weft
