#include "codegen/lower/early_discard.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "composer/evaluations/derivative_leaves.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

class DiscardDivision {
 public:
  DiscardDivision(const Library& library, const Plan& plan)
      : library_(library), plan_(plan), leaves_(library) {}

  EarlyDiscard run(const std::vector<EvaluationId>& ids, const std::vector<std::uint32_t>& uses,
                   EvaluationId coverage) {
    std::vector<bool> is_before(plan_.evaluations.size(), false);
    std::vector<std::uint32_t> read_before(plan_.evaluations.size(), 0);
    is_before[coverage.index()] = true;
    for (std::size_t i = ids.size(); i-- > 0;) {
      const EvaluationId id = ids[i];
      const Evaluation& evaluation = plan_.evaluations[id];
      if (!is_before[id.index()] && !takes_derivative(id)) {
        continue;
      }
      is_before[id.index()] = true;
      if (is_end(evaluation)) {
        continue;
      }
      for (const EvaluationId input : direct_inputs(plan_.functions, library_, evaluation, id)) {
        is_before[input.index()] = true;
        ++read_before[input.index()];
      }
    }
    ++read_before[coverage.index()];
    EarlyDiscard division;
    division.is_read_after.resize(plan_.evaluations.size(), false);
    for (const EvaluationId id : ids) {
      (is_before[id.index()] ? division.before : division.after).push_back(id);
      division.is_read_after[id.index()] =
          is_before[id.index()] && uses[id.index()] > read_before[id.index()];
    }
    return division;
  }

 private:
  // The stage gets these from another one.
  static bool is_end(const Evaluation& evaluation) {
    return std::holds_alternative<InterpolateEvaluation>(evaluation.kind) ||
           std::holds_alternative<UniformEvaluation>(evaluation.kind);
  }

  bool call_takes_derivative(EvaluationId id) {
    const auto* leaf = std::get_if<LeafEvaluation>(&plan_.evaluations[id].kind);
    return leaf != nullptr &&
           (body_of(library_, *leaf) == nullptr ||
            leaves_.contains(leaf->fragment, leaf->type_arguments, leaf->special));
  }

  // Itself, or in a function that it takes or in one that such a function calls.
  bool takes_derivative(EvaluationId id) {
    return call_takes_derivative(id) || (plan_.functions.first[id.index()] && functions_take());
  }

  bool functions_take() {
    if (!functions_take_) {
      functions_take_ = false;
      for (const PlanFunction& function : plan_.functions.functions) {
        functions_take_ =
            *functions_take_ ||
            std::any_of(function.body.begin(), function.body.end(),
                        [this](EvaluationId id) { return call_takes_derivative(id); });
      }
    }
    return *functions_take_;
  }

  const Library& library_;
  const Plan& plan_;
  DerivativeLeaves leaves_;
  std::optional<bool> functions_take_;  // whether a function of the plan takes a derivative
};

}  // namespace

EarlyDiscard divide_by_discard(const Library& library, const Plan& plan,
                               const std::vector<EvaluationId>& ids,
                               const std::vector<std::uint32_t>& uses, EvaluationId coverage) {
  return DiscardDivision(library, plan).run(ids, uses, coverage);
}

}  // namespace weft
