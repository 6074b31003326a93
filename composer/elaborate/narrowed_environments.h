#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "composer/elaborate/environments.h"
#include "composer/elaborate/graph_instances.h"
#include "fragments/analysis/feature_reads.h"

namespace weft {

/// Narrows the environment of a value to the features that the value may read, as a closure
/// captures only the variables that it uses. So a value that does not read the light is expanded
/// once, not again in the body of a loop over lights (decision 0127).
class NarrowedEnvironments {
 public:
  /// `reads`: of the composition's library, shared by compositions; null: a table of its own.
  /// The other references must outlive the object too.
  NarrowedEnvironments(const Library& library, Environments& environments,
                       GraphInstances& instances, FeatureReadsTable* reads)
      : library_(library), environments_(environments), instances_(instances), shared_(reads) {}

  /// The place of the same node under the narrowed environment. O(1) expected.
  NodePlace of(NodePlace place) {
    return instances_[place.instance].context.environment == no_environment ? place : narrow(place);
  }
  /// The context in which a feature is expanded that is read in `context`.
  CallContext of(FeatureId feature, CallContext context);

 private:
  /// What is found once about an environment.
  struct Known {
    /// The features injected or withdrawn that no conversion reads, which not all values keep.
    FeatureSet droppable;
    /// Without any of them, at the outermost level and at its own.
    std::array<std::optional<EnvironmentId>, 2> bare = {};
  };
  NodePlace narrow(NodePlace place);
  EnvironmentId narrow(EnvironmentId environment, const FeatureReads& reads);
  Known& known(EnvironmentId environment);
  FeatureReadsTable& reads();
  const std::vector<FeatureReads>& reads_of(const GraphInstance& instance);

  const Library& library_;
  Environments& environments_;
  GraphInstances& instances_;
  FeatureReadsTable* shared_;
  std::vector<std::optional<Known>> known_;  // by EnvironmentId
  std::unique_ptr<FeatureReadsTable> own_;
  std::unordered_map<const Graph*, std::vector<FeatureReads>> of_graphs_;  // never iterated
};

}  // namespace weft
