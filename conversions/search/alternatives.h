#pragma once

#include <cstddef>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// The next best chains after those in `answer`, for explanations: what was refused and by how
/// much, least of all worse first, one per exchange class, none that comes through a type twice or
/// only adds steps to what was taken. What `answer.refused` holds comes first. At most `count`;
/// stops looking after `max_visited` partial chains, so it may find fewer than there are.
std::vector<RefusedChain> find_alternatives(const ConversionTable& table, const Lattice& lattice,
                                            const SemanticType& source, const Demand& demand,
                                            const FeatureSet& available,
                                            const ConversionAnswer& answer, std::size_t count = 3,
                                            std::size_t max_visited = 5000);

}  // namespace weft
