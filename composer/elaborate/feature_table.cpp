#include "composer/elaborate/feature_table.h"

#include "composer/elaborate/feature_sources.h"
#include "fragments/model/graph_inputs.h"

namespace weft {

FeatureTable::Known& FeatureTable::known(EnvironmentId environment) {
  const Store<Feature>& features = composition_.library.features;
  while (known_.size() <= environment.index()) {
    const Environment& added = environments_[EnvironmentId(known_.size())];
    Known& known = known_.emplace_back();
    for (std::size_t stage = 0; stage < shader_stages.size(); ++stage) {
      known.available[stage].resize(features.size(), Availability::Unknown);
      known.values[stage].resize(features.size());
      for (const auto& [feature, value] : added.injected) {
        known.available[stage][feature.index()] = Availability::Yes;
        known.values[stage][feature.index()] = value;
      }
      for (const Environment::Withdrawn& withdrawn : added.withdrawn) {
        if (!features[withdrawn.feature].definition) {
          known.available[stage][withdrawn.feature.index()] = Availability::No;
        }
      }
    }
  }
  return known_[environment.index()];
}

std::optional<CallId> FeatureTable::value(FeatureId feature, CallContext context) {
  return known(context.environment).values[static_cast<int>(context.stage)][feature.index()];
}

CallId FeatureTable::set_value(FeatureId feature, CallContext context, CallId call) {
  known(context.environment).values[static_cast<int>(context.stage)][feature.index()] = call;
  return call;
}

bool FeatureTable::is_available(FeatureId feature, CallContext context) {
  std::vector<Availability>& known =
      this->known(context.environment).available[static_cast<int>(context.stage)];
  const Availability availability = known[feature.index()];
  return availability == Availability::Yes ||
         (availability != Availability::No && decide(feature, context, known));
}

bool FeatureTable::decide(FeatureId root, CallContext context, std::vector<Availability>& known) {
  const Stage stage = context.stage;
  std::vector<FeatureId>& open = open_;
  open.assign(1, root);
  while (!open.empty()) {
    const FeatureId id = open.back();
    Availability& availability = known[id.index()];
    if (availability == Availability::Yes || availability == Availability::No) {
      open.pop_back();
      continue;
    }
    const Feature& feature = composition_.library.features[id];
    const bool is_withdrawn = environments_[context.environment].find_withdrawn(id) != nullptr;
    const bool is_provided = weft::is_provided(composition_, id);
    if ((is_provided && !is_withdrawn) || !feature.definition) {
      bool available = is_provided && can_read_feature(composition_, id, stage);
      availability = available ? Availability::Yes : Availability::No;
      open.pop_back();
      continue;
    }
    availability = Availability::Begun;
    const std::size_t before = open.size();
    bool available = true;
    for_each_feature_read(*feature.definition, [&](FeatureId read) {
      const Availability part = known[read.index()];
      if (part == Availability::Unknown) {
        open.push_back(read);
      }
      available = available && part == Availability::Yes;  // definitions have no cycles
    });
    if (open.size() == before) {
      availability = available ? Availability::Yes : Availability::No;
      open.pop_back();
    }
  }
  return known[root.index()] == Availability::Yes;
}

}  // namespace weft
