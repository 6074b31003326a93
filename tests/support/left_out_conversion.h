#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "composer/evaluations/plan.h"
#include "composer/evaluations/plan_functions.h"
#include "fragments/model/library.h"

namespace weft::testing {

/// Bypasses the conversion step in its consumers; returns the number of steps.
inline int leave_out(const Library& library, Plan& plan, const std::string& conversion) {
  int left_out = 0;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationId step(i);
    const auto* leaf = std::get_if<LeafEvaluation>(&plan.evaluations[step].kind);
    if (leaf == nullptr || library.text(library.fragments[leaf->fragment].name) != conversion) {
      continue;
    }
    ++left_out;
    const EvaluationId before = plan.evaluations[step].inputs.front();
    for (std::size_t j = 0; j < plan.evaluations.size(); ++j) {
      EvaluationIds& inputs = plan.evaluations[EvaluationId(j)].inputs;
      std::replace(inputs.begin(), inputs.end(), step, before);
    }
    for (DemandedOutput& output : plan.outputs) {
      output.value = output.value == step ? before : output.value;
    }
  }
  plan.functions = find_functions(library, plan.evaluations);
  return left_out;
}

}  // namespace weft::testing
