#pragma once

#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Sorts features by path and removes repetitions.
void sort_features(const Library& library, std::vector<FeatureId>& features);

/// Gives a body these features, sorted, which must include its own; its expressions keep what they
/// read. O(expressions + features).
void set_features(Body& body, const std::vector<FeatureId>& features);

/// The body without expressions that no statement uses, and without features that none of the
/// others reads; features sorted by path. Statements and everything's order stay. O(size).
Body without_unused(const Library& library, const Body& body);

}  // namespace weft
