#include "tests/bench/plan_figures.h"

#include <limits>
#include <variant>
#include <vector>

#include "composer/evaluations/plan_cost.h"

namespace weft::testing {
namespace {

std::uint64_t add_up(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b > most - a ? most : a + b;
}

/// The number of uses of each evaluation in the expression tree.
std::vector<std::uint64_t> readings(const Plan& plan) {
  std::vector<std::uint64_t> count(plan.evaluations.size(), 0);
  for (const DemandedOutput& output : plan.outputs) {
    count[output.value.index()] = add_up(count[output.value.index()], 1);
  }
  for (std::size_t i = plan.evaluations.size(); i-- > 0;) {
    for (const EvaluationId input : plan.evaluations[EvaluationId(i)].inputs) {
      count[input.index()] = add_up(count[input.index()], count[i]);
    }
  }
  return count;
}

}  // namespace

PlanFigures plan_figures(const Library& library, const Plan& plan, bool is_shared) {
  PlanFigures figures;
  const std::vector<std::uint64_t> operations = evaluation_operations(library, plan);
  const std::vector<std::uint64_t> read = readings(plan);
  std::vector<std::vector<bool>> is_counted(2, std::vector<bool>(plan.evaluations.size(), false));
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    if (evaluation.stage != Stage::Fragment) {
      continue;
    }
    figures.operations = add_up(figures.operations, operations[i] * (is_shared ? 1 : read[i]));
    if (const auto* crossing = std::get_if<InterpolateEvaluation>(&evaluation.kind)) {
      std::vector<bool>& counted = is_counted[crossing->is_flat ? 1 : 0];
      const std::size_t source = evaluation.inputs[0].index();
      const auto size =
          static_cast<std::uint32_t>(plan.types[evaluation.type].data().component_count());
      figures.components += counted[source] ? 0 : size;
      counted[source] = true;
    }
  }
  return figures;
}

}  // namespace weft::testing
