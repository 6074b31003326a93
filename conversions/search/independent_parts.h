#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

/// Decomposition of a problem into independent parts.
///
/// If the demand asks for {basis: world} and {encoding: linear}, and no rule that could serve one
/// of them touches a slot of the other, then every interleaving of the two minimal chains is
/// minimal for the whole. A search of the whole visits the product of their types, separate
/// searches only the sum.
///
/// A part: no step of a minimal chain for this part changes what a step for another one matches,
/// sets, keeps or drops.
struct IndependentPart {
  std::vector<CoordinateCheck> goal;  ///< the checks of the demand on the part's slots
  std::vector<bool> rules;            ///< per rule: whether it may be on its minimal chains
};

/// Returns the parts that need steps, in order of the names of their rules. The interleavings of
/// their minimal chains are the minimal chains of the whole. Fewer than two: the problem does not
/// split, or has no chain. Based on two overapproximations, what each slot can reach at all and
/// which rules may lead to the demand, so it may fail to split but never splits dependent parts.
/// O(passes × rules × (checks × values + traits / 64)), few passes.
std::vector<IndependentPart> find_independent_parts(const SearchProblem& problem);

}  // namespace weft
