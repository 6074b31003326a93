#include "composer/elaborate/narrowed_places.h"

#include <algorithm>

namespace weft {

NodePlace NarrowedPlaces::narrow(NodePlace place) {
  const GraphInstance& instance = instances_[place.instance];
  GraphInstances::Narrowing& narrowing = instances_.narrowing(place.instance);
  if (narrowing.reads == nullptr) {
    narrowing.reads = &reads_of(instance);
    narrowing.free = instance.bound.empty() ? nullptr : &free_bounds_.of(*instance.graph);
  }
  const FeatureReads& reads = (*narrowing.reads)[place.node.index()];
  if (reads.reads_any) {
    return place;
  }
  const BitSet bound =
      narrowing.free != nullptr ? narrowing.free->read_of(instance.bound, place.node) : BitSet();
  const EnvironmentId environment = narrow(place.instance, bound, reads);
  if (environment == instance.context.environment && bound.count() == instance.bound.size()) {
    return place;
  }
  for (const GraphInstances::Narrowed& known : narrowing.instances) {
    if (known.environment == environment && known.bound == bound) {
      return {known.instance, place.node};
    }
  }
  const InstanceId within = instances_.narrowed(place.instance, environment, bound);
  narrowing.instances.push_back({environment, bound, within});
  return {within, place.node};
}

CallContext NarrowedPlaces::of(FeatureId feature, CallContext context) {
  if (context.environment == no_environment) {
    return context;
  }
  const FeatureReads& of = reads().of(feature);
  if (of.reads_any) {
    return context;
  }
  const EnvironmentId environment = with_read_features(context.environment, of);
  return {context.stage, at_level(environment, of.nests ? levels_.of(environment) : 0)};
}

EnvironmentId NarrowedPlaces::narrow(InstanceId id, const BitSet& bound,
                                     const FeatureReads& reads) {
  const GraphInstance& instance = instances_[id];
  const EnvironmentId environment = with_read_features(instance.context.environment, reads);
  if (!reads.nests) {
    return at_level(environment, 0);
  }
  std::uint32_t level = std::max(levels_.of(environment), levels_.of_ports(id));
  for (std::size_t i = 0; i < instance.bound.size(); ++i) {
    if (bound[i]) {
      level = std::max(level, levels_.of(instance.bound[i].second));
    }
  }
  return at_level(environment, level);
}

EnvironmentId NarrowedPlaces::with_read_features(EnvironmentId environment,
                                                 const FeatureReads& reads) {
  if (environment == no_environment) {
    return environment;
  }
  Known& of = known(environment);
  if (of.droppable.is_subset_of(reads.features)) {
    return environment;
  }
  const FeatureSet& of_conversions = this->reads().of_conversions();
  if (!of.droppable.intersects(reads.features)) {
    if (!of.bare) {
      of.bare = environments_.narrowed(environment, of_conversions, 0);
    }
    return *of.bare;
  }
  FeatureSet read = of_conversions;
  read.insert(reads.features);
  return environments_.narrowed(environment, read, 0);
}

EnvironmentId NarrowedPlaces::at_level(EnvironmentId environment, std::uint32_t level) {
  if (environments_[environment].level == level) {
    return environment;
  }
  auto& known = this->known(environment).at_levels;
  for (const auto& [of, at] : known) {
    if (of == level) {
      return at;
    }
  }
  const EnvironmentId at = environments_.at_level(environment, level);
  known.emplace_back(level, at);
  return at;
}

NarrowedPlaces::Known& NarrowedPlaces::known(EnvironmentId id) {
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

FeatureReadsTable& NarrowedPlaces::reads() {
  if (shared_ == nullptr) {
    own_ = std::make_unique<FeatureReadsTable>(library_);
    shared_ = own_.get();
  }
  return *shared_;
}

const std::vector<FeatureReads>& NarrowedPlaces::reads_of(const GraphInstance& instance) {
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
