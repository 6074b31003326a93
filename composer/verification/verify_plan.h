#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// What a plan must keep.
enum class PlanRule : std::uint8_t {
  Order,  ///< inputs stand before what reads them
  Stage,  ///< values cross stages by interpolation alone, features are read where they are known
  Rate,   ///< nothing is known more rarely than what it is made of
  Type,   ///< every input satisfies what its port demands, on the plan's meaning
  Signature,  ///< functions that graphs hand on take and give what each signature declares
  Context,    ///< what is read is provided, and the needs say so
  Meaning,  ///< with interpolation pushed back to where the naive plan has it, the outputs are the
            ///< naive plan's
  Law,      ///< what was moved across interpolation is affine in all that is interpolated
  Value,    ///< and has the naive plan's value, in the interpreter
  Budget,   ///< no more is interpolated than allowed
  Record,   ///< what is told of evaluations beside what they compute is so
};

std::string_view plan_rule_name(PlanRule rule);

/// One breach of a rule: a defect of Weft, never of its input.
struct PlanFault {
  PlanRule rule;
  EvaluationId evaluation;  ///< in the placed plan; of `Signature`, in the naive one
  std::string text;         ///< what is wrong, for developers
};

/// Checks a placed plan against the naive plan of the same request and the library, knowing nothing
/// of the planner. All faults, in order of rules and evaluations; where inputs do not stand before
/// their readers or are not as many as they should be, those alone; of records and values only
/// where nothing else is wrong but laws. O(evaluations + inputs) expected, beside the bodies whose
/// laws are derived and which are evaluated. `options`: those that the plan was placed with.
/// `operation`: the laws that the rule of laws believes; that of values believes none.
std::vector<PlanFault> verify_plan(const Library& library, const Plan& naive,
                                   const PlacedPlan& placed, const PlacementOptions& options = {},
                                   OperationLaw operation = operation_law);

}  // namespace weft
