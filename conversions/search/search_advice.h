#pragma once

#include <cstddef>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

struct NearestType {
  SemanticType type;
  bool is_proven = true;  ///< false: unexamined types may be nearer
};

/// Of the reachable types, finds the one that meets most of the demand (the data type counts as one
/// trait), ties broken by compatibility, then least cost. Examines the `max_types` cheapest.
/// `decided`: the demand with its conditions decided.
NearestType find_nearest(const SearchProblem& problem, const Lattice& lattice,
                         const SemanticType& source, const Demand& decided, std::size_t max_types);

struct MissingFeatures {
  std::vector<FeatureSet> sets;
  bool is_proven = true;  ///< false: there may be more sets of that size, or some if none is listed
};

/// Finds the smallest sets of features that a host would have to provide for a chain to exist; only
/// features without a definition, which stand in for the derived ones that read them. Fewest
/// features first, then least cost of the chain; at most 4 of the smallest size. Examines
/// `max_types` types.
MissingFeatures find_missing_features(const SearchProblem& problem, const ConversionTable& table,
                                      std::size_t max_types);

}  // namespace weft
