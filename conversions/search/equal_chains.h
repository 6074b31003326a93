#pragma once

#include <cstddef>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// Which chains are declared the same: group[i] == group[k] exactly if chain k can be had from
/// chain i by exchanging independent steps or such that commute by declaration, and by putting the
/// parts of an equality for its whole or the other way round, through any valid chains in between.
/// Groups are numbered by their first chain. At most some hundred rewritten chains are looked at
/// per chain.
std::vector<std::size_t> group_equal_chains(const ConversionTable& table, const Lattice& lattice,
                                            const SemanticType& source,
                                            const std::vector<Chain>& chains);

}  // namespace weft
