#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/host_values.h"
#include "composer/placement/unique_evaluations.h"

namespace weft {

/// Builds the host's evaluations while a plan is rewritten: values shared by host and shaders, and
/// maps over arrays. Hash-consed. Reads the old plan's evaluations, which must stay intact until
/// the last call; all references must outlive the object.
class HostStage {
 public:
  /// Adds evaluations to `made` and their dependences to `needs`. Others may add to both in
  /// between.
  HostStage(const Library& library, Plan& plan, const HostValues& values, Store<Evaluation>& made,
            std::vector<FeatureSet>& needs);

  /// Adds the plan's evaluation to the host stage. Its inputs must have been added. O(inputs).
  EvaluationId add(EvaluationId id);
  /// Adds an array with the value of an evaluation (of HostValues::is_mapped) for every element.
  /// O(evaluations between it and the elements).
  EvaluationId add_map(EvaluationId id);

  /// Per evaluation of the plan: its host version, if any.
  const std::vector<std::optional<EvaluationId>>& made_for() const { return on_host_; }
  /// An evaluation inside a map, with the evaluation of the plan that it copies.
  struct Clone {
    EvaluationId of;
    EvaluationId clone;
  };
  const std::vector<Clone>& clones() const { return clones_; }

 private:
  struct Map {
    std::vector<EvaluationId> arrays;  ///< in the host stage
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
  std::vector<std::optional<EvaluationId>> clone_of_;  // in the current map
  std::vector<Clone> clones_;
};

}  // namespace weft
