#pragma once

#include <optional>

#include "composer/evaluations/derivative_leaves.h"
#include "composer/evaluations/plan.h"

namespace weft {

/// What the code of a plan's evaluations contains. Decides where a stage may test and branch.
class CodeFacts {
 public:
  /// Both must outlive the object.
  CodeFacts(const Library& library, const Plan& plan)
      : library_(library), plan_(plan), leaves_(library) {}

  /// Whether it takes derivatives or samples by them, itself or in the functions that it takes.
  /// Code that Weft does not read counts as taking them. O(bodies that are called), once per leaf.
  bool takes_derivative(EvaluationId id);

  /// Whether it is a loop, or a leaf with one in its body, in a leaf that it calls or in the
  /// functions that it takes. O(bodies that are called).
  bool has_loop(EvaluationId id) const;

 private:
  bool call_has_loop(EvaluationId id) const;
  bool call_takes_derivative(EvaluationId id);
  bool functions_take_derivative();

  const Library& library_;
  const Plan& plan_;
  DerivativeLeaves leaves_;
  std::optional<bool> functions_take_;  // whether a function of the plan takes a derivative
};

}  // namespace weft
