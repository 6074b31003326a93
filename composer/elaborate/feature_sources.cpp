#include "composer/elaborate/feature_sources.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

constexpr std::size_t most_names_in_hint = 3;

/// The profiles that provide a feature, in the order of their declarations.
std::vector<std::string> profiles_with(const Library& library, FeatureId feature) {
  std::vector<std::string> names;
  for (const Profile& profile : library.profiles) {
    if (profile.find(feature) != nullptr && names.size() < most_names_in_hint) {
      names.push_back(fmt::format("'{}'", library.text(profile.name)));
    }
  }
  return names;
}

/// Suggests fragments that inject the feature, if there are any; otherwise the host has to provide
/// it, as it does for other profiles.
std::string hint_for_missing(const Library& library, FeatureId id) {
  std::vector<std::string> injectors;
  for (const Fragment& fragment : library.fragments) {
    for (const FragmentPort& port : fragment.ports) {
      if (std::find(port.injected.begin(), port.injected.end(), id) != port.injected.end()) {
        std::string name = fmt::format("{}(…)", library.text(fragment.name));
        if (std::find(injectors.begin(), injectors.end(), name) == injectors.end()) {
          injectors.push_back(std::move(name));
        }
      }
    }
  }
  const std::string_view path = library.text(library.features[id].path);
  injectors.resize(std::min(injectors.size(), most_names_in_hint));
  if (!injectors.empty()) {
    return fmt::format("evaluate it inside {}, which injects '{}'", fmt::join(injectors, " or "),
                       path);
  }
  const std::vector<std::string> profiles = profiles_with(library, id);
  if (profiles.empty()) {
    return fmt::format("add `provide {} as …;` to the profile, or define the feature", path);
  }
  return fmt::format("compose for {}, which {} it, or add `provide {} as …;` to the profile",
                     fmt::join(profiles, " or "), profiles.size() == 1 ? "provides" : "provide",
                     path);
}

/// Whether `is_wanted` holds for a feature or one that its definition transitively reads.
template <typename Predicate>
bool reads_feature(const Composition& composition, FeatureId root, Predicate is_wanted) {
  const Library& library = composition.library;
  std::vector<bool> seen(library.features.size(), false);
  std::vector<FeatureId> open{root};
  while (!open.empty()) {
    const FeatureId id = open.back();
    open.pop_back();
    if (seen[id.index()]) {
      continue;
    }
    seen[id.index()] = true;
    if (is_wanted(id)) {
      return true;
    }
    if (const auto& definition = library.features[id].definition;
        definition && !is_provided(composition, id)) {
      for_each_feature_read(*definition, [&open](FeatureId read) { open.push_back(read); });
    }
  }
  return false;
}

/// The same of a feature that a call in one of these definitions may read.
template <typename Predicate>
bool may_read(const Composition& composition, FeatureReadsTable& reads, FeatureId root,
              Predicate is_wanted) {
  if (reads_feature(composition, root, is_wanted)) {
    return true;
  }
  const FeatureSet& features = reads.of(root).features;
  for (std::size_t i = 0; i < composition.library.features.size(); ++i) {
    if (features.contains(FeatureId(i)) && is_wanted(FeatureId(i))) {
      return true;
    }
  }
  return false;
}

bool may_read_per_fragment(const Composition& composition, FeatureReadsTable& reads,
                           FeatureId feature) {
  return provides_per_fragment(composition) &&
         may_read(composition, reads, feature, [&](FeatureId read) {
           const ProvidedFeature* provided = composition.profile->find(read);
           return provided != nullptr && provided->is_per_fragment;
         });
}

}  // namespace

bool provides_per_fragment(const Composition& composition) {
  const Profile* profile = composition.profile;
  return profile != nullptr &&
         std::any_of(profile->provided.begin(), profile->provided.end(),
                     [](const ProvidedFeature& each) { return each.is_per_fragment; });
}

bool is_provided(const Composition& composition, FeatureId feature) {
  return composition.profile ? composition.profile->find(feature) != nullptr
                             : !composition.library.features[feature].definition.has_value();
}

const Graph* profile_definition(const Composition& composition, FeatureId feature) {
  const ProvidedFeature* provided =
      composition.profile ? composition.profile->find(feature) : nullptr;
  return provided && provided->definition ? &*provided->definition : nullptr;
}

Rate rate_of_feature(const Composition& composition, FeatureId feature) {
  const ProvidedFeature* provided =
      composition.profile ? composition.profile->find(feature) : nullptr;
  return provided && provided->is_per_fragment ? Rate::Fragment
                                               : composition.library.features[feature].rate;
}

const Graph* adapted_projection(const Composition& composition, FeatureId feature) {
  const ProvidedFeature* provided =
      composition.profile ? composition.profile->find(feature) : nullptr;
  return provided ? provided->adapted.get() : nullptr;
}

bool can_read_feature(const Composition& composition, FeatureId feature, Stage stage) {
  const Rate rate = rate_of_feature(composition, feature);
  const bool is_made_by_threads =
      stage == Stage::Thread && profile_definition(composition, feature) != nullptr;
  return composition.profile == nullptr || has_features_of(stage, rate) || is_made_by_threads;
}

bool is_of_vertex_stage(Rate rate) { return rate == Rate::Vertex || rate == Rate::Instance; }

bool is_made_at_vertices(const Composition& composition, FeatureReadsTable& reads,
                         FeatureId feature) {
  const Store<Feature>& features = composition.library.features;
  const bool has_vertex_stage = composition.profile && !composition.profile->as_functions;
  if (!has_vertex_stage || !is_of_vertex_stage(features[feature].rate)) {
    return false;
  }
  const auto is_source = [&](FeatureId read) {
    return read != feature && is_of_vertex_stage(features[read].rate) &&
           (is_provided(composition, read) || !features[read].definition);
  };
  return may_read(composition, reads, feature, is_source) &&
         !may_read_per_fragment(composition, reads, feature);
}

bool is_injected_into(const Composition& composition, FeatureReadsTable& reads, FeatureId feature,
                      const Environment& environment) {
  if (environment.injected.empty()) {
    return false;
  }
  const auto is_replaced = [&](FeatureId id) {
    return environment.find_withdrawn(id) != nullptr ||
           std::any_of(environment.injected.begin(), environment.injected.end(),
                       [id](const auto& one) { return one.first == id; });
  };
  return may_read(composition, reads, feature, is_replaced);
}

std::optional<Diagnostic> refusal_of_feature(const Composition& composition, FeatureId id,
                                             Stage stage) {
  const Library& library = composition.library;
  const Feature& feature = library.features[id];
  if (!is_provided(composition, id)) {
    std::string profile =
        composition.profile ? std::string(library.text(composition.profile->name)) : "";
    return error(Code::MissingFeature,
                 fmt::format("feature '{}' is needed, but profile '{}' does not provide it",
                             library.text(feature.path), profile),
                 hint_for_missing(library, id));
  }
  if (!can_read_feature(composition, id, stage)) {
    Diagnostic refusal =
        error(Code::RateTooHigh,
              fmt::format("feature '{}' has one value per {}, but is used per {}",
                          library.text(feature.path), rate_name(rate_of_feature(composition, id)),
                          stage_name(stage)));
    if (stage == Stage::Thread) {
      refusal.hint =
          fmt::format("the profile may define it: provide {} = …;", library.text(feature.path));
    }
    return refusal;
  }
  return std::nullopt;
}

Origin origin_of_feature(const Library& library, FeatureId feature) {
  Origin origin{std::string(library.text(library.features[feature].member)), std::nullopt};
  std::replace(origin.name.begin(), origin.name.end(), '.', '_');
  return origin;
}

}  // namespace weft
