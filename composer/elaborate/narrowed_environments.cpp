#include "composer/elaborate/narrowed_environments.h"

#include <algorithm>

namespace weft {

NodePlace NarrowedEnvironments::narrow(NodePlace place) {
  const GraphInstance& instance = instances_[place.instance];
  GraphInstances::Narrowing& narrowing = instances_.narrowing(place.instance);
  if (narrowing.reads == nullptr) {
    narrowing.reads = &reads_of(instance);
  }
  const EnvironmentId environment =
      narrow(instance.context.environment, (*narrowing.reads)[place.node.index()]);
  if (environment == instance.context.environment) {
    return place;
  }
  for (const auto& [of, within] : narrowing.instances) {
    if (of == environment) {
      return {within, place.node};
    }
  }
  const InstanceId within = instances_.under(place.instance, environment);
  narrowing.instances.emplace_back(environment, within);
  return {within, place.node};
}

CallContext NarrowedEnvironments::of(FeatureId feature, CallContext context) {
  return {context.stage, context.environment == no_environment
                             ? no_environment
                             : narrow(context.environment, reads().of(feature))};
}

EnvironmentId NarrowedEnvironments::narrow(EnvironmentId environment, const FeatureReads& reads) {
  Known& of = known(environment);
  const std::uint32_t level = environments_[environment].level;
  const bool keeps_level = reads.nests || level == 0;
  if (reads.reads_any || (keeps_level && of.droppable.is_subset_of(reads.features))) {
    return environment;
  }
  const FeatureSet& of_conversions = this->reads().of_conversions();
  if (!of.droppable.intersects(reads.features)) {
    std::optional<EnvironmentId>& bare = of.bare[keeps_level ? 1 : 0];
    if (!bare) {
      bare = environments_.narrowed(environment, of_conversions, keeps_level ? level : 0);
    }
    return *bare;
  }
  FeatureSet read = of_conversions;
  read.insert(reads.features);
  return environments_.narrowed(environment, read, keeps_level ? level : 0);
}

NarrowedEnvironments::Known& NarrowedEnvironments::known(EnvironmentId id) {
  if (known_.size() <= id.index()) {
    known_.resize(id.index() + 1);
  }
  std::optional<Known>& known = known_[id.index()];
  if (!known) {
    const Environment& environment = environments_[id];
    known.emplace();
    const auto insert = [&](FeatureId feature) {
      if (!reads().of_conversions().contains(feature)) {
        known->droppable.insert(feature);
      }
    };
    for (const auto& [feature, value] : environment.injected) {
      insert(feature);
    }
    for (const Environment::Withdrawn& withdrawn : environment.withdrawn) {
      insert(withdrawn.feature);
    }
  }
  return *known;
}

FeatureReadsTable& NarrowedEnvironments::reads() {
  if (shared_ == nullptr) {
    own_ = std::make_unique<FeatureReadsTable>(library_);
    shared_ = own_.get();
  }
  return *shared_;
}

const std::vector<FeatureReads>& NarrowedEnvironments::reads_of(const GraphInstance& instance) {
  if (instance.fragment) {
    return reads().of_graph(*instance.fragment);
  }
  const auto [known, is_new] = of_graphs_.try_emplace(instance.graph);
  if (is_new) {
    known->second = reads().of_nodes(*instance.graph, std::nullopt);
  }
  return known->second;
}

}  // namespace weft
