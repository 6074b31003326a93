#include "composer/elaborate/feature_table.h"

#include "composer/elaborate/feature_sources.h"
#include "fragments/model/graph_inputs.h"

namespace weft {

FeatureTable::Known FeatureTable::begin(const Environment& environment) const {
  const Store<Feature>& features = composition_.library.features;
  Known known{std::vector(features.size(), Availability::Unknown),
              std::vector<std::optional<CallId>>(features.size())};
  for (const auto& [feature, value] : environment.injected) {
    known.available[feature.index()] = Availability::Yes;
    known.values[feature.index()] = value;
  }
  for (const Environment::Withdrawn& withdrawn : environment.withdrawn) {
    if (!features[withdrawn.feature].definition) {
      known.available[withdrawn.feature.index()] = Availability::No;
    }
  }
  return known;
}

FeatureTable::Known& FeatureTable::known(CallContext context) {
  while (known_.size() <= context.environment.index()) {
    known_.emplace_back();
  }
  Known& known = known_[context.environment.index()][static_cast<std::size_t>(context.stage)];
  if (known.available.empty()) {
    known = begin(environments_[context.environment]);
  }
  return known;
}

std::optional<CallId> FeatureTable::value(FeatureId feature, CallContext context) {
  return known(context).values[feature.index()];
}

CallId FeatureTable::set_value(FeatureId feature, CallContext context, CallId call) {
  known(context).values[feature.index()] = call;
  return call;
}

bool FeatureTable::is_available(FeatureId feature, CallContext context) {
  std::vector<Availability>& known = this->known(context).available;
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
