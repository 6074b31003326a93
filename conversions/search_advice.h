#pragma once

#include <cstddef>
#include <vector>

#include "conversions/search_problem.h"

namespace weft {

/// Of the types that can be reached, the one that meets most of the demand (the data type counts as
/// one trait), among these the one with least cost. Looks at the `max_types` cheapest.
SemanticType find_nearest(const SearchProblem& problem, const Lattice& lattice,
                          const SemanticType& source, std::size_t max_types);

/// The smallest sets of features that are not available and with which there would be a chain:
/// fewest features first, then least cost of the chain; at most 4 of the smallest size. Empty if no
/// features would help, or if that was not found out while looking at `max_types` types.
std::vector<FeatureSet> find_missing_features(const SearchProblem& problem, std::size_t max_types);

}  // namespace weft
