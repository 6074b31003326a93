#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "composer/verification/plan_meaning.h"

namespace weft {

struct RecordFault {
  EvaluationId evaluation;  ///< in the placed plan
  std::string text;
};

/// Whether Plan::functions is what the evaluations say.
bool has_its_functions(const Library& library, const Plan& plan);

/// What a placed plan says beside what it computes, and what reaches texts: rates, types, names,
/// places, functions, results of the uniform program, parameters, warnings, what placement did.
/// Each is compared with what the naive plan says of the same meaning, or made anew.
/// `naive_meanings` and `meanings` are those of the two plans; `options` those that the plan was
/// placed with. Only for plans that keep all other
/// rules, but for laws. O(evaluations + inputs)
/// expected, times the log.
std::vector<RecordFault> check_record(const Library& library, const Plan& naive,
                                      const PlacedPlan& placed,
                                      const std::vector<std::uint32_t>& naive_meanings,
                                      const PlacedMeanings& meanings,
                                      const PlacementOptions& options);

}  // namespace weft
