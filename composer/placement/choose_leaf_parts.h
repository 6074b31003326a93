#pragma once

#include <vector>

#include "composer/evaluations/chosen_parts.h"
#include "composer/evaluations/library_facts.h"
#include "composer/evaluations/plan.h"

namespace weft {

/// A call whose leaf can be split.
struct SplitCall {
  EvaluationId call;
  SplitChoice choice;
  bool is_needed_whole = false;  ///< the leaf is: set where parts are priced (split_by_cut.h)
};

/// Finds the parts of leaves by how often the values in their bodies change. A value in the body of
/// a shader's call that is the same for the whole draw while the call varies, or that does not read
/// the parameters of the function around the call, becomes an evaluation of its own, a LeafPart,
/// which is placed like any other. Values that interpolation preserves are offered
/// (offered_parts.h).
///
/// Chooses locals that are assigned once, and other expressions of at least two
/// operations. A value that constant inputs decide is no part, nor is what only such values need:
/// within the body it folds, and what reads it with it.
/// What a leaf computes from results of a function that it is given stays in it. Leaves stay whole
/// if they call `native` code, declare a law or a cost, or if nothing in them is worth it.
/// `has_host`: values of one per draw are computed on the host. Sorted by call. O(plan + the bodies
/// that `facts` does not know).
std::vector<SplitCall> find_split_calls(const Library& library, const Plan& plan, bool has_host,
                                        LibraryFacts& facts);

}  // namespace weft
