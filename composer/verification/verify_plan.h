#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "fragments/analysis/laws.h"

// An independent checker for placed plans, in the spirit of translation validation (Pnueli, Siegel,
// Singerman 1998): rather than trust the planner, check each plan that it emits against the naive
// plan, which is correct by definition. The checker shares data structures, costs and the laws of
// leaves with placement, and no code of inference or the planner itself. The main argument is
// PlanRule::Meaning plus PlanRule::Law: with every moved evaluation computed at the fragment again,
// the plan is the naive one (plan_meaning.h), and everything that was moved across an interpolation
// is affine in the interpolated values. PlanRule::Value does not rely on laws: it evaluates both
// plans on random triangles (moved_values.h).
//
// A fault is a defect of Weft, never of its input. Tests damage every field of a plan and expect a
// fault (tests/sweep/plan_fields_test.cpp).

namespace weft {

/// The invariants of a placed plan.
enum class PlanRule : std::uint8_t {
  Order,      ///< inputs precede their readers
  Stage,      ///< values cross stages by interpolation only; features are read where they are known
  Rate,       ///< no value has a lower rate than its inputs
  Type,       ///< every input satisfies its port's demand, on the naive meaning
  Signature,  ///< functions forwarded by graphs take and return the types that each signature
              ///< declares
  Context,    ///< everything read is provided, and Plan::needs is right
  Meaning,  ///< with moved evaluations computed at the fragment again, the outputs are those of the
            ///< naive plan
  Law,      ///< everything moved across interpolation is affine in all interpolated values
  Value,    ///< and has the naive plan's value in the interpreter
  Budget,   ///< no more components are interpolated than allowed
  Record,   ///< rates, names and other records of the evaluations are right
};

std::string_view plan_rule_name(PlanRule rule);

/// A violated invariant.
struct PlanFault {
  PlanRule rule;
  EvaluationId evaluation;  ///< in the placed plan; for `Signature`, in the naive one
  std::string text;         ///< the fault, for developers
};

/// Checks a placed plan against the library and the naive plan of the same request. Returns all
/// faults, by rule and evaluation. If inputs are out of order or their number is wrong, reports
/// only that; checks records and values only if nothing but laws failed before. O(evaluations +
/// inputs) expected, plus the bodies that are analyzed and evaluated. `options`: those of the
/// placement. `operation`: the laws that PlanRule::Law believes; PlanRule::Value believes none.
std::vector<PlanFault> verify_plan(const Library& library, const Plan& naive,
                                   const PlacedPlan& placed, const PlacementOptions& options = {},
                                   OperationLaw operation = operation_law);

}  // namespace weft
