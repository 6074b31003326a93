#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/elaborate/capture_levels.h"
#include "composer/elaborate/environments.h"
#include "composer/elaborate/free_bounds.h"
#include "composer/elaborate/graph_instances.h"
#include "fragments/analysis/feature_reads.h"
#include "support/bit_set.h"

namespace weft {

/// Narrows the surroundings of a value to what the value may read, as a closure captures only the
/// variables that it uses: to the features that are injected, to the parameters of functions, and
/// to the level of these. So a value inside a function that does not depend on it is the value
/// outside, and is expanded once (decisions 0127 and 0141).
class NarrowedPlaces {
 public:
  /// `reads`: of the composition's library, shared by compositions; null: a table of its own.
  /// The other references must outlive the object too.
  NarrowedPlaces(const Library& library, Environments& environments, GraphInstances& instances,
                 FreeBoundsTable& free_bounds, CaptureLevels& levels, FeatureReadsTable* reads)
      : library_(library),
        environments_(environments),
        instances_(instances),
        free_bounds_(free_bounds),
        levels_(levels),
        shared_(reads) {}

  /// The place of the same node in the narrowed instance. O(bound values and injected features).
  NodePlace of(NodePlace place) {
    const GraphInstance& instance = instances_[place.instance];
    return instance.context.environment == no_environment && instance.bound.empty() ? place
                                                                                    : narrow(place);
  }
  /// The context in which a feature is expanded that is read in `context`.
  CallContext of(FeatureId feature, CallContext context);

  /// What the values of the library's graphs may read.
  FeatureReadsTable& reads();

 private:
  /// What is found once about an environment.
  struct Known {
    /// The features injected or withdrawn that no conversion reads, which not all values keep.
    FeatureSet droppable;
    /// Without any of them, at level 0.
    std::optional<EnvironmentId> bare = std::nullopt;
    /// With all of them, at other levels.
    std::vector<std::pair<std::uint32_t, EnvironmentId>> at_levels = {};
  };
  NodePlace narrow(NodePlace place);
  /// The environment of a value of the instance that reads these of its bound values.
  EnvironmentId narrow(InstanceId instance, const BitSet& bound, const FeatureReads& reads);
  /// The environment with the features that are read alone. Its level is that of the environment or
  /// 0.
  EnvironmentId with_read_features(EnvironmentId environment, const FeatureReads& reads);
  EnvironmentId at_level(EnvironmentId environment, std::uint32_t level);
  Known& known(EnvironmentId environment);
  const std::vector<FeatureReads>& reads_of(const GraphInstance& instance);

  const Library& library_;
  Environments& environments_;
  GraphInstances& instances_;
  FreeBoundsTable& free_bounds_;
  CaptureLevels& levels_;
  FeatureReadsTable* shared_;
  std::vector<std::optional<Known>> known_;  // by EnvironmentId
  std::unique_ptr<FeatureReadsTable> own_;
  std::unordered_map<const Graph*, std::vector<FeatureReads>> of_graphs_;  // never iterated
};

}  // namespace weft
