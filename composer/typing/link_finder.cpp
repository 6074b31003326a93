#include "composer/typing/link_finder.h"

#include <algorithm>

namespace weft {

std::optional<PlannedLink> LinkFinder::find(const TypedValue& value, const Demand& demand,
                                            CallContext at) {
  if (value.is_error || value.function ||
      !foreign_anchor(values_.type_of(value), value.made_in, at.environment)) {
    return find_here(value, demand, at);
  }
  std::optional<PlannedLink> link = find_here(value, demand, {at.stage, *value.made_in});
  if (!link || foreign_anchor(link->result, value.made_in, at.environment)) {
    return std::nullopt;
  }
  link->environment = value.made_in;
  return link;
}

std::optional<PlannedLink> LinkFinder::find_here(const TypedValue& value, const Demand& demand,
                                                 CallContext at) {
  PlannedLink link;
  if (value.is_literal && !value.is_color && values_.takes_data(value, demand.data)) {
    link.result = type_of(demand, library_.lattice);
    link.takes_demand = true;
    return link;
  }
  TypeId source = value.type;
  if (value.is_color) {
    source = values_.intern(source_type(value, demand));
  }
  if (satisfies(values_.graph().types[source], demand, library_.lattice)) {
    link.result = values_.graph().types[source];
    return link;
  }
  if (!table_.may_convert(values_.graph().types[source].data(), demand.data)) {
    return std::nullopt;
  }
  const ConversionAnswer& answer = memo_.find(source, values_.graph().types, demand, available(at));
  if (answer.chains.size() != 1) {
    return std::nullopt;
  }
  const Chain& chain = answer.chains.front();
  link.steps = chain.steps;
  for (const Chain& equal : answer.equals) {
    if (equal.result == chain.result) {
      link.equals.push_back(equal.steps);
    }
  }
  link.lossy_steps = chain.lossy_steps;
  link.difficulty = chain.difficulty;
  link.result = chain.result;
  return link;
}

bool LinkFinder::changes_conversions(const Environment& environment) const {
  return std::any_of(environment.injected.begin(), environment.injected.end(),
                     [this](const auto& one) { return behind_conversions_.contains(one.first); }) ||
         std::any_of(environment.withdrawn.begin(), environment.withdrawn.end(),
                     [this](const auto& one) { return behind_conversions_.contains(one.feature); });
}

bool LinkFinder::may_meet(const TypedValue& value, DataType demanded) const {
  const bool is_number = value.is_literal && !value.is_color;
  return table_.may_convert(values_.type_of(value).data(), demanded) ||
         (is_number && values_.takes_data(value, demanded));
}

const FeatureSet& LinkFinder::available(CallContext at) {
  if (available_.size() <= at.environment.index()) {
    available_.resize(at.environment.index() + 1);
  }
  std::optional<FeatureSet>& known =
      available_[at.environment.index()][static_cast<std::size_t>(at.stage)];
  if (known) {
    return *known;
  }
  if (at.environment != no_environment &&
      !changes_conversions(elaborator_.environments()[at.environment])) {
    known = available(at.stage);
  } else {
    known.emplace();
    for (const FeatureId feature : read_by_conversions_.ids()) {
      if (elaborator_.is_available(feature, at)) {
        known->insert(feature);
      }
    }
  }
  return *known;
}

const std::vector<FeatureId>& LinkFinder::parts_of_anchor(FeatureId anchor) {
  auto [parts, is_new] = parts_of_anchor_.try_emplace(anchor);
  if (is_new) {
    parts->second = parts_of_feature(library_, anchor);
  }
  return parts->second;
}

std::optional<Anchor> LinkFinder::foreign_anchor(const SemanticType& type,
                                                 std::optional<EnvironmentId> made_in,
                                                 EnvironmentId here) {
  if (!made_in || *made_in == here) {
    return std::nullopt;
  }
  for (const Anchor& anchor : anchors_of(library_, type)) {
    if (!are_same_in(parts_of_anchor(anchor.feature), elaborator_.environments()[*made_in],
                     elaborator_.environments()[here])) {
      return anchor;
    }
  }
  return std::nullopt;
}

SemanticType LinkFinder::source_type(const TypedValue& value, const Demand& demand) const {
  SemanticType source = values_.type_of(value);
  if (value.is_color && known_.use && known_.color) {
    // A color literal becomes whichever color is demanded, but does not take on an encoding.
    for (const DemandEntry& entry : demand.entries) {
      bool is_color_use =
          entry.trait == *known_.use && library_.lattice.is_within(entry.value, *known_.color);
      bool is_open = !source.value(entry.trait, library_.lattice) && !entry.conditional;
      if (is_color_use || is_open) {
        source.set(entry.trait, entry.value, library_.lattice);
      }
    }
  }
  return source;
}

}  // namespace weft
