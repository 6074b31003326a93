#pragma once

#include <cstddef>
#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// Groups chains that are declared equal: group[i] == group[k] exactly if chain k can be rewritten
/// from chain i by swapping steps that are independent or commute by declaration, and by replacing
/// the parts of an equality by its whole or the reverse, through valid chains only. Groups are
/// numbered by their first chain. Looks at no more than a few hundred rewritten chains per chain.
std::vector<std::size_t> group_equal_chains(const ConversionTable& table, const Lattice& lattice,
                                            const SemanticType& source,
                                            const std::vector<Chain>& chains);

}  // namespace weft
