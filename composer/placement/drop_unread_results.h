#pragma once

#include "composer/evaluations/plan.h"
#include "fragments/analysis/operation_counts.h"

namespace weft {

/// Makes calls of leaves with several results compute those that their stage reads: a stage's calls
/// of one leaf share one function, which leaves out what none of them is read for, and the inputs
/// that only this needed (LeafPartKey::unread_results). A single result that is left is the call's
/// value. Leaves that bodies in the stage call are whole functions there anyway, and stay whole.
/// `plan`: placed, with the uniform program taken out; what nothing reads any more is dropped.
/// Corrects what `placement` says of costs and moves. O(evaluations log evaluations + inputs), plus
/// the bodies, each time that results were left out.
void drop_unread_results(const Library& library, Plan& plan, Placement& placement,
                         OperationCounts& counts);

/// Whether a stage's calls of the leaf may leave out results.
bool may_leave_out_results(const Library& library, const LeafEvaluation& leaf);

}  // namespace weft
