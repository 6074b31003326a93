#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "composer/elaborate/anchored_values.h"
#include "composer/elaborate/elaborate.h"
#include "fragments/model/graph_inputs.h"

// The parts of the Elaborator about features.
namespace weft {
namespace {

/// Suggests fragments that inject the feature, if there are any; otherwise the host has to provide
/// it.
std::string hint_for_missing(const Library& library, FeatureId id) {
  constexpr std::size_t most_injectors_named = 3;
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
  injectors.resize(std::min(injectors.size(), most_injectors_named));
  if (injectors.empty()) {
    return fmt::format("add `provide {} as …;` to the profile, or define the feature",
                       library.text(library.features[id].path));
  }
  return fmt::format("evaluate it inside {}, which injects '{}'", fmt::join(injectors, " or "),
                     library.text(library.features[id].path));
}

/// Whether the fragment stage receives such a feature by interpolation.
bool is_of_the_vertex_stage(Rate rate) { return rate == Rate::Vertex || rate == Rate::Instance; }

}  // namespace

bool Elaborator::is_provided(FeatureId id) const {
  return composition_.profile ? composition_.profile->find(id) != nullptr
                              : !library().features[id].definition.has_value();
}

const Graph* Elaborator::profile_definition(FeatureId id) const {
  const ProvidedFeature* provided = composition_.profile ? composition_.profile->find(id) : nullptr;
  return provided && provided->definition ? &*provided->definition : nullptr;
}

Elaborator::KnownFeatures& Elaborator::known_features(EnvironmentId environment) {
  while (known_features_.size() <= environment.index()) {
    const EnvironmentId added(known_features_.size());
    KnownFeatures& known = known_features_.emplace_back();
    for (int stage = 0; stage < 2; ++stage) {
      known.available[stage].resize(library().features.size(), Availability::Unknown);
      known.values[stage].resize(library().features.size());
      for (const auto& [feature, value] : environments_[added].injected) {
        known.available[stage][feature.index()] = Availability::Yes;
        known.values[stage][feature.index()] = value;
      }
      for (const Environment::Withdrawn& withdrawn : environments_[added].withdrawn) {
        if (!library().features[withdrawn.feature].definition) {
          known.available[stage][withdrawn.feature.index()] = Availability::No;
        }
      }
    }
  }
  return known_features_[environment.index()];
}

bool Elaborator::is_available(FeatureId root, CallContext context) {
  const Stage stage = context.stage;
  std::vector<Availability>& known =
      known_features(context.environment).available[static_cast<int>(stage)];
  std::vector<FeatureId> open{root};
  while (!open.empty()) {
    const FeatureId id = open.back();
    Availability& availability = known[id.index()];
    if (availability == Availability::Yes || availability == Availability::No) {
      open.pop_back();
      continue;
    }
    const Feature& feature = library().features[id];
    const bool is_withdrawn = environments_[context.environment].find_withdrawn(id) != nullptr;
    if ((is_provided(id) && !is_withdrawn) || !feature.definition) {
      bool available =
          is_provided(id) && (stage == Stage::Fragment || feature.rate != Rate::Fragment);
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

/// Whether `is_wanted` holds for a feature or one that its definition transitively reads.
template <typename Predicate>
bool Elaborator::reads_feature(FeatureId root, Predicate is_wanted) const {
  std::vector<bool> seen(library().features.size(), false);
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
    if (const auto& definition = library().features[id].definition;
        definition && !is_provided(id)) {
      for_each_feature_read(*definition, [&open](FeatureId read) { open.push_back(read); });
    }
  }
  return false;
}

bool Elaborator::is_injected_into(FeatureId root, EnvironmentId environment) const {
  const Environment& around = environments_[environment];
  return !around.injected.empty() && reads_feature(root, [&](FeatureId id) {
    return around.find_withdrawn(id) != nullptr ||
           std::any_of(around.injected.begin(), around.injected.end(),
                       [id](const auto& one) { return one.first == id; });
  });
}

/// Whether a derived feature is computed in the vertex stage and interpolated. Constants are not.
/// Without a profile, and for functions to include, there is no vertex stage.
bool Elaborator::is_made_at_vertices(FeatureId id) const {
  const bool has_vertex_stage = composition_.profile && !composition_.profile->as_functions;
  return has_vertex_stage && is_of_the_vertex_stage(library().features[id].rate) &&
         reads_feature(id, [&](FeatureId read) {
           return read != id && is_of_the_vertex_stage(library().features[read].rate) &&
                  (is_provided(read) || !library().features[read].definition);
         });
}

CallId Elaborator::feature(FeatureId id, CallContext context, std::optional<Span> wanted_at) {
  for (;;) {
    waiting_.clear();
    if (Expanded expanded = expand_feature(id, context, wanted_at)) {
      return *expanded;
    }
    run(std::move(waiting_));
  }
}

Elaborator::Expanded Elaborator::expand_feature(FeatureId id, CallContext context,
                                                std::optional<Span> wanted_at) {
  const Stage stage = context.stage;
  std::optional<CallId>& known =
      known_features(context.environment).values[static_cast<int>(stage)][id.index()];
  if (known) {
    return *known;
  }
  const Feature& feature = library().features[id];
  const Environment::Withdrawn* const withdrawn =
      environments_[context.environment].find_withdrawn(id);
  if (withdrawn != nullptr && !feature.definition) {
    known = withdrawn_feature(*withdrawn, stage, wanted_at);
    return *known;
  }
  if (withdrawn == nullptr && profile_definition(id)) {
    known = defined_by_profile(id, stage, wanted_at);
    return known;
  }
  if ((is_provided(id) && withdrawn == nullptr) || !feature.definition) {
    known = provided_feature(id, stage, wanted_at);
    return *known;
  }
  Origin origin{std::string(library().text(feature.member)), std::nullopt};
  std::replace(origin.name.begin(), origin.name.end(), '.', '_');
  if (stage == Stage::Fragment && is_made_at_vertices(id) &&
      !is_injected_into(id, context.environment)) {
    Expanded at_vertex = expand_feature(id, Stage::Vertex, wanted_at);
    if (!at_vertex) {
      return std::nullopt;
    }
    known = calls_.add(InterpolateCall{feature.rate == Rate::Instance}, {*at_vertex},
                       Stage::Fragment, std::move(origin));
    return known;
  }
  const Graph& definition = *feature.definition;
  Expanded value =
      need(instance_of(definition, std::nullopt, {}, {}, context), definition.outputs.front().node);
  if (!value) {
    return std::nullopt;
  }
  known = calls_.add(DeclareFeatureCall{id}, {*value}, context, std::move(origin));
  return *known;
}

/// Expands a feature that the profile defines. The definition is the host's, so injections around
/// the reader do not affect it. Per-vertex and per-instance ones are computed in the vertex stage,
/// like attributes.
Elaborator::Expanded Elaborator::defined_by_profile(FeatureId id, Stage stage,
                                                    std::optional<Span> wanted_at) {
  const Feature& feature = library().features[id];
  Origin origin{std::string(library().text(feature.member)), std::nullopt};
  std::replace(origin.name.begin(), origin.name.end(), '.', '_');
  if (stage == Stage::Fragment && is_of_the_vertex_stage(feature.rate)) {
    Expanded at_vertex = expand_feature(id, Stage::Vertex, wanted_at);
    if (!at_vertex) {
      return std::nullopt;
    }
    return calls_.add(InterpolateCall{feature.rate == Rate::Instance}, {*at_vertex},
                      Stage::Fragment, std::move(origin));
  }
  const Graph& definition = *profile_definition(id);
  Expanded value =
      need(instance_of(definition, std::nullopt, {}, {}, stage), definition.outputs.front().node);
  if (!value) {
    return std::nullopt;
  }
  return calls_.add(DeclareFeatureCall{id}, {*value}, stage, std::move(origin));
}

/// Reports a feature that is invalid because its anchor was injected around the reader.
CallId Elaborator::withdrawn_feature(const Environment::Withdrawn& withdrawn, Stage stage,
                                     std::optional<Span> wanted_at) {
  Diagnostic diagnostic = anchored_feature(library(), withdrawn);
  diagnostic.span = wanted_at;
  return reports_.missing_feature(
      withdrawn.feature, std::move(diagnostic), false, stage,
      {std::string(library().text(library().features[withdrawn.feature].member)), {}});
}

/// Expands a feature that the profile must provide.
CallId Elaborator::provided_feature(FeatureId id, Stage stage, std::optional<Span> wanted_at) {
  const Feature& feature = library().features[id];
  Origin origin{std::string(library().text(feature.member)), std::nullopt};
  std::replace(origin.name.begin(), origin.name.end(), '.', '_');
  if (!is_provided(id)) {
    std::string profile =
        composition_.profile ? std::string(library().text(composition_.profile->name)) : "";
    Diagnostic diagnostic =
        error(Code::MissingFeature,
              fmt::format("feature '{}' is needed, but profile '{}' does not provide it",
                          library().text(feature.path), profile),
              hint_for_missing(library(), id));
    diagnostic.span = wanted_at;
    return reports_.missing_feature(id, std::move(diagnostic), true, stage, std::move(origin));
  }
  if (stage == Stage::Vertex && feature.rate == Rate::Fragment) {
    Diagnostic diagnostic =
        error(Code::RateTooHigh,
              fmt::format("feature '{}' has one value per fragment, but is used per vertex",
                          library().text(feature.path)));
    diagnostic.span = wanted_at;
    return reports_.missing_feature(id, std::move(diagnostic), true, stage, std::move(origin));
  }
  if (stage == Stage::Fragment && is_of_the_vertex_stage(feature.rate)) {
    CallId at_vertex = calls_.add(FeatureCall{id}, {}, Stage::Vertex, origin);
    return calls_.add(InterpolateCall{feature.rate == Rate::Instance}, {at_vertex}, Stage::Fragment,
                      std::move(origin));
  }
  return calls_.add(FeatureCall{id}, {}, stage, std::move(origin));
}

}  // namespace weft
