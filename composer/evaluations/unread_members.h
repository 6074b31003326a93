#pragma once

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Finds the members of structs made by leaves that no reader of the call selects, and states them
/// in Specialization::unread (result_members): the body then returns 0 for them, and what only they
/// needed is left out. A leaf that is given the struct selects what its body does. A call whose
/// struct is read as a whole, or that takes functions, stays as it is. Returns whether it found
/// any: then fold_constants() drops the inputs that are no longer needed, and corrects rates.
/// O(evaluations + inputs + bodies), plus each body found once.
bool drop_unread_members(const Library& library, TypedGraph& graph);

}  // namespace weft
