#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"

namespace weft {

/// A read of a result that a call does not compute, or a result that it computes for nobody.
struct ResultFault {
  EvaluationId evaluation;
  std::string text;
};

/// Finds reads of results that calls of leaves leave out, or that read all results of a call as one
/// value. In a plan with a placement, finds the results as well that a stage's calls of one leaf
/// compute although nothing in the stage reads them. O((evaluations + inputs) log evaluations).
std::vector<ResultFault> find_result_faults(const Library& library, const PlacedPlan& placed);

}  // namespace weft
