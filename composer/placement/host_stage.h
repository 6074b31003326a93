#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/host_values.h"
#include "composer/placement/unique_evaluations.h"

namespace weft {

/// Writes the host's evaluations of a plan that is written anew: what host and shaders share, and
/// maps over arrays. Equal ones are one. The plan's own evaluations are read, and must be whole,
/// until the last call; all references must outlive it.
class HostStage {
 public:
  /// `made` takes the evaluations, `needs` what each depends on; others may add to both meanwhile.
  HostStage(const Library& library, Plan& plan, const HostValues& values, Store<Evaluation>& made,
            std::vector<FeatureSet>& needs);

  /// The plan's evaluation, computed by the host; of its inputs those too, before. O(inputs).
  EvaluationId add(EvaluationId id);
  /// An array of what the evaluation, of HostValues::is_mapped, is for every element.
  /// O(what lies between it and the elements).
  EvaluationId add_map(EvaluationId id);

  /// Per evaluation of the plan: the host's, if there is one.
  const std::vector<std::optional<EvaluationId>>& made_for() const { return on_host_; }
  /// What stands in maps for evaluations of the plan.
  struct Clone {
    EvaluationId of;
    EvaluationId clone;
  };
  const std::vector<Clone>& clones() const { return clones_; }

 private:
  struct Map {
    std::vector<EvaluationId> arrays;  ///< of the host's stage
    std::uint32_t size = 0;
  };

  EvaluationId add(Evaluation&& evaluation);
  std::vector<EvaluationId> between_elements_and(EvaluationId id);
  EvaluationId add_element(const ElementRead& read, const Evaluation& evaluation, Map& map);
  EvaluationId input_of_clone(EvaluationId input) const;

  const Library& library_;
  Plan& plan_;
  const HostValues& values_;
  Store<Evaluation>& made_;
  std::vector<FeatureSet>& needs_;
  UniqueEvaluations unique_;
  std::vector<std::optional<EvaluationId>> on_host_;
  std::vector<std::optional<EvaluationId>> clone_of_;  // in the map that is being made
  std::vector<Clone> clones_;
};

}  // namespace weft
