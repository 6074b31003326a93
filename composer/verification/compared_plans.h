#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/verification/plan_meaning.h"

namespace weft {

/// A placed plan and the naive plan of the same request, whose evaluations are matched by meaning.
class ComparedPlans {
 public:
  /// All references must outlive the object. The meanings belong to the two plans.
  ComparedPlans(const Library& library, const Plan& naive, const PlacedPlan& placed,
                const std::vector<std::uint32_t>& naive_meanings, const PlacedMeanings& meanings);

  const Library& library() const { return library_; }
  const Plan& naive() const { return naive_; }
  const PlacedPlan& placed() const { return placed_; }
  const std::vector<std::uint32_t>& naive_meanings() const { return naive_meanings_; }
  const PlacedMeanings& meanings() const { return meanings_; }

  /// Returns the naive evaluations with this meaning.
  const std::vector<EvaluationId>& with_meaning(std::uint32_t meaning) const;
  /// Returns the naive evaluations with the meaning of a placed one, in either stage.
  std::vector<EvaluationId> counterparts(EvaluationId id) const;
  /// Whether a placed evaluation is inside the function of a map.
  bool is_in_map(EvaluationId id) const {
    return placed_.plan.evaluations[id].stage == Stage::Host &&
           placed_.plan.functions.is_in_function(id);
  }

 private:
  const Library& library_;
  const Plan& naive_;
  const PlacedPlan& placed_;
  const std::vector<std::uint32_t>& naive_meanings_;
  const PlacedMeanings& meanings_;
  std::unordered_map<std::uint32_t, std::vector<EvaluationId>> by_meaning_;  // never iterated
  std::vector<EvaluationId> none_;
};

}  // namespace weft
