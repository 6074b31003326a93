#include "codegen/lower/early_discard.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "codegen/interface/stage_slice.h"
#include "codegen/lower/code_facts.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

class DiscardDivision {
 public:
  DiscardDivision(const Library& library, const Plan& plan)
      : library_(library), plan_(plan), code_(library, plan) {}

  EarlyDiscard run(const std::vector<EvaluationId>& ids, const std::vector<std::uint32_t>& uses,
                   EvaluationId coverage) {
    std::vector<bool> is_before(plan_.evaluations.size(), false);
    std::vector<std::uint32_t> read_before(plan_.evaluations.size(), 0);
    is_before[coverage.index()] = true;
    for (std::size_t i = ids.size(); i-- > 0;) {
      const EvaluationId id = ids[i];
      const Evaluation& evaluation = plan_.evaluations[id];
      if (!is_before[id.index()] && !code_.takes_derivative(id)) {
        continue;
      }
      is_before[id.index()] = true;
      if (is_of_another_stage(evaluation.kind)) {
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
  const Library& library_;
  const Plan& plan_;
  CodeFacts code_;
};

}  // namespace

EarlyDiscard divide_by_discard(const Library& library, const Plan& plan,
                               const std::vector<EvaluationId>& ids,
                               const std::vector<std::uint32_t>& uses, EvaluationId coverage) {
  return DiscardDivision(library, plan).run(ids, uses, coverage);
}

}  // namespace weft
