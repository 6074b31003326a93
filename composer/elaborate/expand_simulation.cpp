#include "composer/elaborate/expand_simulation.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/expand_feature.h"
#include "fragments/model/thread_grid.h"

namespace weft {
namespace {

/// Why the composition has no states; nothing if it has.
std::optional<Diagnostic> refusal_of_state(const Expansion& state, const MaterialState& read) {
  const Profile* profile = state.composition.profile;
  if (profile == nullptr || profile->states) {
    return std::nullopt;
  }
  const Library& library = state.library();
  return error_at(
      Code::MissingState, read.demand.span,
      fmt::format("state '{}' of a simulation is needed, but profile '{}' stores no states",
                  library.text(read.demand.name), library.text(profile->name)),
      profile->last_stage() == Stage::Thread
          ? "add `set states images;` and `provide simulation as push;` to the profile"
          : "compute it for a profile that does, such as 'simulation', and sample it here as a "
            "texture");
}

/// The first value of a state, as declared. Simulations are outside of all functions, so that it is
/// the same wherever the state is read.
Expanded initial_value(const Expansion& state, InstanceId instance, const MaterialState& of,
                       NodeId initial) {
  const GraphInstance& in = state.instances[instance];
  const CallContext outside(in.context.stage);
  const Graph* graph = in.graph;
  const Expanded value = state.need(state.instances.add({graph, outside}), initial);
  if (!value) {
    return std::nullopt;
  }
  return state.calls.add(
      DeclareCall{&of.type}, {*value}, outside,
      {std::string(state.library().text(of.demand.name)), graph->nodes[initial].span});
}

/// The instance in which the step of an element is made. Where a place is injected, it is that of
/// the nearest element: those beyond the edges make no steps. Nothing while the place is missing.
std::optional<InstanceId> instance_of_step(const Expansion& state, InstanceId instance,
                                           NodeId nearest) {
  const CallContext context = state.context_of(instance);
  const Environment& environment = state.environments[context.environment];
  const std::optional<FeatureId> place = state.library().find_feature(thread_id_path);
  const bool is_injected =
      place && std::any_of(environment.injected.begin(), environment.injected.end(),
                           [&](const auto& injected) { return injected.first == *place; });
  if (!is_injected) {
    return instance;
  }
  const Expanded element = state.need(instance, nearest);
  if (!element) {
    return std::nullopt;
  }
  const Span span = state.instances.node({instance, nearest}).span;
  const CallId declared =
      state.calls.add(DeclareFeatureCall{*place, true}, {*element}, context, {{}, span});
  // Outside of the edges nothing else stays valid than inside: the injection has decided that.
  constexpr bool keeps_frame = true;
  return state.instances.under(
      instance, state.environments.extended(context.environment,
                                            {{*place, declared, keeps_frame, true, span}}, 0));
}

}  // namespace

Expanded expand_state(const Expansion& state, InstanceId instance, const StateNode& node,
                      Origin origin) {
  const CallContext context = state.context_of(instance);
  const MaterialState& of = state.composition.material.states[node.state];
  if (auto refusal = refusal_of_state(state, of)) {
    return state.reports.erroneous(std::move(*refusal), context, std::move(origin));
  }
  const Expanded initial = initial_value(state, instance, of, node.initial);
  const Expanded place = state.need(instance, node.place);
  const Graph& graph = *state.instances[instance].graph;
  const auto& size = std::get<FeatureNode>(graph.nodes[node.size].kind);
  const Expanded all = expand_feature(state, size.feature, context.stage, of.demand.span);
  return initial && place && all
             ? Expanded(state.calls.add(StateCall{node.state}, {*initial, *place, *all}, context,
                                        std::move(origin)))
             : std::nullopt;
}

Expanded expand_step_of_simulation(const Expansion& state, InstanceId read_in, const StepNode& node,
                                   Origin origin) {
  const MaterialState& of = state.composition.material.states[node.state];
  if (auto refusal = refusal_of_state(state, of)) {
    return state.reports.erroneous(std::move(*refusal), state.context_of(read_in),
                                   std::move(origin));
  }
  const auto stepped_in = instance_of_step(state, read_in, node.nearest);
  if (!stepped_in) {
    return std::nullopt;
  }
  const InstanceId instance = *stepped_in;
  const CallContext context = state.context_of(instance);
  const Expanded starts = state.need(instance, node.starts);
  const Expanded value = state.need(instance, node.initial);
  const Expanded next = state.need(instance, node.next);
  if (!starts || !value || !next) {
    return std::nullopt;
  }
  const Graph& graph = *state.instances[instance].graph;
  const CallId initial = state.calls.add(
      DeclareCall{&of.type}, {*value}, context,
      {std::string(state.library().text(of.demand.name)), graph.nodes[node.initial].span});
  return state.calls.add(StepCall{node.state}, {*starts, initial, *next}, context,
                         std::move(origin));
}

Expanded expand_simulation(const Expansion& state, InstanceId instance, const SimulationNode& node,
                           Origin origin) {
  auto states = state.need_all(instance, node.states);
  return states ? Expanded(state.calls.add(SimulationCall{&node}, std::move(*states),
                                           state.context_of(instance), std::move(origin)))
                : std::nullopt;
}

}  // namespace weft
