#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/search_problem.h"

namespace weft {

/// A part of a problem that has nothing to do with the rest: no step of a minimal chain for this
/// part changes what a step for another one matches, sets, keeps or drops.
struct IndependentPart {
  std::vector<CoordinateCheck> goal;  ///< what is demanded of its own slots
  std::vector<bool> rules;            ///< per rule: whether it may be on its minimal chains
};

/// The parts that have something to do, in order of the names of their rules; their minimal chains
/// mixed in any way are those of the whole. Fewer than two: the problem is one, or there is no
/// chain. Found from what can be reached at all, slot by slot, and what leads to the demand, so
/// that parts may be taken for one, but never one for several.
/// O(passes × rules × (checks × values + traits / 64)), few passes.
std::vector<IndependentPart> find_independent_parts(const SearchProblem& problem);

}  // namespace weft
