#pragma once

#include <cstddef>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// Returns the next best chains after those in `answer`, for explanations: what was refused and by
/// how much, closest first. One chain per exchange class; none visits a type twice or only adds
/// steps to the chosen chain. Starts with `answer.refused`. Returns at most `count`; stops after
/// `max_visited` partial chains, so it may miss some.
std::vector<RefusedChain> find_alternatives(const ConversionTable& table, const Lattice& lattice,
                                            const SemanticType& source, const Demand& demand,
                                            const FeatureSet& available,
                                            const ConversionAnswer& answer, std::size_t count = 3,
                                            std::size_t max_visited = 5000);

}  // namespace weft
