#pragma once

#include <vector>

#include "composer/evaluations/evaluation_builder.h"
#include "composer/evaluations/replacements.h"
#include "composer/placement/host_values.h"

namespace weft {

/// Builds the host's evaluations while a plan is rewritten: values shared by host and shaders, and
/// maps over arrays. Reads the old plan's evaluations, which must stay intact until the last call;
/// all references must outlive the object.
class HostStage {
 public:
  /// Adds evaluations to `made`. Others may do so in between.
  HostStage(const Library& library, Plan& plan, const HostValues& values, EvaluationBuilder& made);

  /// Adds the plan's evaluation to the host stage. Its inputs must have been added. O(inputs).
  EvaluationId add(EvaluationId id);
  /// Adds an array with the value of an evaluation (of HostValues::is_mapped) for every element.
  /// O(evaluations between it and the elements).
  EvaluationId add_map(EvaluationId id);

  /// The host versions of the plan's evaluations that have one.
  const Replacements& made_for() const { return on_host_; }
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

  std::vector<EvaluationId> between_elements_and(EvaluationId id);
  EvaluationId add_element(const ElementRead& read, const Evaluation& evaluation, Map& map);
  EvaluationId input_of_clone(EvaluationId input) const;

  const Library& library_;
  Plan& plan_;
  const HostValues& values_;
  EvaluationBuilder& made_;
  Replacements on_host_;
  Replacements clone_of_;  // in the current map
  std::vector<Clone> clones_;
};

}  // namespace weft
