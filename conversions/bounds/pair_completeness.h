#pragma once

#include "conversions/bounds/pair_matrix.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Whether no pair of facts beyond `limit` can be achieved without a lossy step, at any weight: no
/// usable rule takes pairs within the limit to one beyond it. O(rules × facts / 8).
bool are_complete(const SearchProblem& problem, const PairMatrix& pairs, PairMatrix::Units limit);

}  // namespace weft
