#include "composer/elaborate/expand_feature.h"

#include "composer/elaborate/anchored_values.h"
#include "composer/elaborate/feature_sources.h"

namespace weft {
namespace {

/// A feature, where it is read, and the position for messages.
struct FeatureRead {
  FeatureId feature;
  Stage stage;
  std::optional<Span> wanted_at;
};

/// A feature that is invalid because its anchor was injected around the reader.
CallId withdrawn_feature(const Expansion& state, const FeatureRead& read,
                         const Environment::Withdrawn& withdrawn) {
  const Library& library = state.library();
  Diagnostic diagnostic = anchored_feature(library, withdrawn);
  diagnostic.span = read.wanted_at;
  return state.reports.missing_feature(
      read.feature, std::move(diagnostic), false, read.stage,
      {std::string(library.text(library.features[read.feature].member)), {}});
}

/// A feature that the reader's stage does not have; nothing if it has it.
Expanded refused_feature(const Expansion& state, const FeatureRead& read) {
  auto refusal = refusal_of_feature(state.composition, read.feature, read.stage);
  if (!refusal) {
    return std::nullopt;
  }
  refusal->span = read.wanted_at;
  return state.reports.missing_feature(read.feature, std::move(*refusal), true, read.stage,
                                       origin_of_feature(state.library(), read.feature));
}

/// Expands a feature that the host must provide.
CallId provided_feature(const Expansion& state, const FeatureRead& read) {
  if (const Expanded refused = refused_feature(state, read)) {
    return *refused;
  }
  Origin origin = origin_of_feature(state.library(), read.feature);
  const Rate rate = rate_of_feature(state.composition, read.feature);
  if (read.stage == Stage::Fragment && is_of_vertex_stage(rate)) {
    const CallId at_vertex = state.calls.add(FeatureCall{read.feature}, {}, Stage::Vertex, origin);
    return state.calls.add(InterpolateCall{rate == Rate::Instance}, {at_vertex}, Stage::Fragment,
                           std::move(origin));
  }
  return state.calls.add(FeatureCall{read.feature}, {}, read.stage, std::move(origin));
}

/// Interpolates a feature that is computed in the vertex stage, where nothing is injected.
Expanded interpolated_feature(const Expansion& state, const FeatureRead& read) {
  const Expanded at_vertex = expand_feature(state, read.feature, Stage::Vertex, read.wanted_at);
  const bool is_flat = rate_of_feature(state.composition, read.feature) == Rate::Instance;
  return at_vertex
             ? Expanded(state.calls.add(InterpolateCall{is_flat}, {*at_vertex}, Stage::Fragment,
                                        origin_of_feature(state.library(), read.feature)))
             : std::nullopt;
}

/// Expands the definition of a feature in a context.
Expanded defined_feature(const Expansion& state, FeatureId feature, const Graph& definition,
                         CallContext context) {
  const Expanded value =
      state.need(state.instances.add({&definition, context}), definition.outputs.front().node);
  return value ? Expanded(state.calls.add(DeclareFeatureCall{feature}, {*value}, context,
                                          origin_of_feature(state.library(), feature)))
               : std::nullopt;
}

/// Expands a feature that the profile defines. The definition is the host's, so injections around
/// the reader do not affect it. Per-vertex and per-instance ones are computed in the vertex stage,
/// like attributes.
Expanded defined_by_profile(const Expansion& state, const FeatureRead& read) {
  const Rate rate = rate_of_feature(state.composition, read.feature);
  const bool is_moved = rate != state.library().features[read.feature].rate;
  if (is_moved && !can_read_feature(state.composition, read.feature, read.stage)) {
    return refused_feature(state, read);
  }
  return read.stage == Stage::Fragment && is_of_vertex_stage(rate)
             ? interpolated_feature(state, read)
             : defined_feature(state, read.feature,
                               *profile_definition(state.composition, read.feature), read.stage);
}

/// What the profile defines or provides.
Expanded host_value(const Expansion& state, const FeatureRead& read) {
  return profile_definition(state.composition, read.feature) ? defined_by_profile(state, read)
                                                             : provided_feature(state, read);
}

Expanded computed_feature(const Expansion& state, const FeatureRead& read,
                          EnvironmentId environment) {
  const Feature& feature = state.library().features[read.feature];
  const Environment& around = state.environments[environment];
  const Environment::Withdrawn* const withdrawn = around.find_withdrawn(read.feature);
  if (withdrawn != nullptr && !feature.definition) {
    return withdrawn_feature(state, read, *withdrawn);
  }
  const Graph* const adapted = adapted_projection(state.composition, read.feature);
  if (withdrawn == nullptr && adapted != nullptr) {
    return defined_feature(state, read.feature, *adapted, read.stage);
  }
  if ((withdrawn == nullptr && is_provided(state.composition, read.feature)) ||
      !feature.definition) {
    return host_value(state, read);
  }
  if (read.stage == Stage::Fragment &&
      is_made_at_vertices(state.composition, state.narrowed.reads(), read.feature) &&
      !is_injected_into(state.composition, state.narrowed.reads(), read.feature, around)) {
    return interpolated_feature(state, read);
  }
  return defined_feature(state, read.feature, *feature.definition, {read.stage, environment});
}

}  // namespace

Expanded expand_feature(const Expansion& state, FeatureId feature, CallContext context,
                        std::optional<Span> wanted_at) {
  context = state.narrowed.of(feature, context);
  if (const std::optional<CallId> known = state.features.value(feature, context)) {
    return known;
  }
  const Expanded value =
      computed_feature(state, {feature, context.stage, wanted_at}, context.environment);
  return value ? Expanded(state.features.set_value(feature, context, *value)) : std::nullopt;
}

Expanded expand_host_value(const Expansion& state, FeatureId feature, Stage stage,
                           std::optional<Span> wanted_at) {
  return host_value(state, {feature, stage, wanted_at});
}

}  // namespace weft
