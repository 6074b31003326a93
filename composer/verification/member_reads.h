#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"

namespace weft {

/// A read of a member that a call leaves out, or a list of members that its result does not have.
struct MemberFault {
  EvaluationId reader;  ///< the call itself, if it is the list
  std::string text;
};

/// Finds readers that select a member of a struct that a call leaves out (result_members), or take
/// the struct as a whole; a leaf that is given the struct selects what its body does.
/// O(evaluations + inputs), and for each member that is left out the body of each reader.
std::vector<MemberFault> find_member_faults(const Library& library, const Plan& plan);

}  // namespace weft
