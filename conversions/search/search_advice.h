#pragma once

#include <cstddef>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

struct NearestType {
  SemanticType type;
  bool is_proven = true;  ///< false: types that were not looked at may be nearer
};

/// Of the types that can be reached, the one that meets most of the demand (the data type counts as
/// one trait), among these the most compatible, among these the one with least cost. Looks at the
/// `max_types` cheapest. `decided`: the demand of the problem, its conditions decided.
NearestType find_nearest(const SearchProblem& problem, const Lattice& lattice,
                         const SemanticType& source, const Demand& decided, std::size_t max_types);

struct MissingFeatures {
  std::vector<FeatureSet> sets;
  bool is_proven = true;  ///< false: there may be more of that size, or some if there is none
};

/// The smallest sets of features that a host would have to provide for there to be a chain: those
/// that have no definition, in the place of those that follow from them. Fewest features first,
/// then least cost of the chain; at most 4 of the smallest size. Looks at `max_types` types.
MissingFeatures find_missing_features(const SearchProblem& problem, const ConversionTable& table,
                                      std::size_t max_types);

}  // namespace weft
