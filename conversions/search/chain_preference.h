#pragma once

#include <vector>

#include "conversions/search/search.h"

namespace weft {

/// Chains declared equal. The first represents them: fewest steps, then names.
using EqualChains = std::vector<Chain>;

struct PreferredChains {
  std::vector<EqualChains> left;  ///< by (steps, names) of their representatives; never empty
  std::vector<RefusedChain> refused;
};

/// Whether features or declarations could decide between chains of these conversions.
bool may_be_settled(const ConversionTable& table, const std::vector<ConversionId>& used);

/// Decides among minimal chains: a chain whose features are a proper subset of another's beats it;
/// chains declared equal count as one; `prefer` settles the rest. `all` are normal forms of
/// different classes. Preferences that form a cycle settle nothing among the chains in it.
/// O(chains²).
PreferredChains prefer_chains(const ConversionTable& table, const Lattice& lattice,
                              const SemanticType& source, std::vector<Chain> all);

/// Orders chains by (number of steps, names).
bool listed_before(const ConversionTable& table, const Chain& a, const Chain& b);

}  // namespace weft
