#include "composer/explain/pictured_plan.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft {

bool PicturedPlan::is_spread(const Evaluation& each) const {
  const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
  return operation != nullptr && operation->op == Operation::Construct && each.inputs.size() == 1 &&
         is_constant(evaluation(each.inputs.front()));
}

std::string PicturedPlan::node_name(EvaluationId id, PlanPlaceId in) const {
  const PlanPlace& place = places.places[in];
  if (is_main(place)) {
    return fmt::format("n{}", id.index());
  }
  const bool is_capture = std::binary_search(place.captures.begin(), place.captures.end(), id);
  return fmt::format("f{}_{}{}", in.index(), is_capture ? "c" : "n", id.index());
}

}  // namespace weft
