#include "composer/verification/compared_plans.h"

#include <optional>

namespace weft {

ComparedPlans::ComparedPlans(const Library& library, const Plan& naive, const PlacedPlan& placed,
                             const std::vector<std::uint32_t>& naive_meanings,
                             const PlacedMeanings& meanings)
    : library_(library),
      naive_(naive),
      placed_(placed),
      naive_meanings_(naive_meanings),
      meanings_(meanings) {
  for (std::size_t i = 0; i < naive_meanings.size(); ++i) {
    by_meaning_[naive_meanings[i]].emplace_back(i);
  }
}

const std::vector<EvaluationId>& ComparedPlans::with_meaning(std::uint32_t meaning) const {
  const auto known = by_meaning_.find(meaning);
  return known != by_meaning_.end() ? known->second : none_;
}

std::vector<EvaluationId> ComparedPlans::counterparts(EvaluationId id) const {
  std::vector<EvaluationId> found;
  for (const auto* meanings : {&meanings_.here, &meanings_.at_fragment}) {
    if (const std::optional<std::uint32_t>& meaning = (*meanings)[id.index()]) {
      const std::vector<EvaluationId>& same = with_meaning(*meaning);
      found.insert(found.end(), same.begin(), same.end());
    }
  }
  return found;
}

}  // namespace weft
