#pragma once

#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Sorts features by path and removes duplicates.
void sort_features(const Library& library, std::vector<FeatureId>& features);

/// Replaces the features of a body with this sorted superset and remaps the expressions that read
/// them. O(expressions + features).
void set_features(Body& body, const std::vector<FeatureId>& features);

/// Takes the body without expressions that no statement uses, and without features that no
/// remaining expression reads. Keeps all statements and the order of everything else; features are
/// sorted by path. Leaves `body` empty, with its memory for the next one. O(size).
Body without_unused(const Library& library, Body& body);

}  // namespace weft
