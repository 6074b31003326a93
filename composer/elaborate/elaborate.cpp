#include "composer/elaborate/elaborate.h"

#include <utility>

#include "composer/elaborate/expand_feature.h"
#include "composer/elaborate/expand_function.h"
#include "composer/elaborate/expand_loop.h"
#include "composer/elaborate/expand_node.h"
#include "composer/elaborate/expand_with.h"
#include "composer/elaborate/function_misfit.h"
#include "composer/elaborate/graph_call.h"
#include "composer/elaborate/graph_functions.h"
#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

/// The instance in which `expand_all` expands each node of a material's graph. Functions, and nodes
/// inside functions and loops, have no value of their own and get none. `under` returns the
/// instance of the value that an injection applies to.
template <typename Under>
std::vector<std::optional<InstanceId>> places_of_all(const Graph& graph, const Library& library,
                                                     InstanceId outermost, Under under) {
  const std::vector<bool> is_inside = nodes_of_functions(graph, library);
  std::vector<std::optional<InstanceId>> places(graph.nodes.size());
  const auto read = [&places, outermost](NodeId node, InstanceId instance) {
    std::optional<InstanceId>& place = places[node.index()];
    place = place && instance != outermost ? place : instance;
  };
  for (const GraphOutput& output : graph.outputs) {
    read(output.node, outermost);
  }
  // Go backward: a node comes after all of its readers.
  for (std::size_t i = graph.nodes.size(); i-- > 0;) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    if (is_inside[i]) {
      for_each_input(node, [&](NodeId input) { read(input, outermost); });
      continue;
    }
    const InstanceId instance = places[i].value_or(outermost);
    places[i] = instance;
    const auto* with = std::get_if<WithNode>(&node.kind);
    if (with == nullptr) {
      for_each_input(node, [&](NodeId input) { read(input, instance); });
      continue;
    }
    for (const WithNode::Injection& injection : with->injections) {
      read(injection.value, instance);
    }
    read(with->value, under(instance, *with));
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = is_inside[i] ? std::nullopt : places[i];
  }
  return places;
}

}  // namespace

Elaborator::Elaborator(const Composition& composition, ConditionDecider* decider,
                       FeatureReadsTable* reads)
    : composition_(composition), decider_(decider), tables_(composition, reads) {}

Expansion Elaborator::expansion(Missing& missing) {
  return {composition_,      tables_.calls,    tables_.reports,  tables_.environments,
          tables_.instances, tables_.closures, tables_.features, tables_.named_functions,
          tables_.narrowed,  conditions_,      missing};
}

/// Expands places depth first. A place is tried twice at most per wait: once to list the operands
/// it lacks, and again when they are expanded.
void Elaborator::expand(const NodePlaces& places) {
  std::vector<NodePlace> open(places.begin(), places.end());
  while (!open.empty()) {
    const NodePlace place = open.back();
    if (tables_.instances.value(place)) {
      open.pop_back();
      continue;
    }
    Missing missing;
    const Expanded value = expand_place(place, missing);
    if (!value) {
      decide(missing.conditions);
      for (std::size_t i = missing.places.size(); i-- > 0;) {
        open.push_back(missing.places[i]);
      }
      continue;
    }
    // The unnamed result of a graph is named like the call.
    if (const auto& name = tables_.instances.node(place).name) {
      tables_.calls.suggest_name(*value, *name, composition_.library.text(*name));
    }
    tables_.instances.set_value(place, *value);
    open.pop_back();
  }
}

Expanded Elaborator::expand_place(NodePlace place, Missing& missing) {
  const GraphInstance& instance = tables_.instances[place.instance];
  const bool is_first_try = !tables_.instances.is_begun(place);
  tables_.instances.begin(place);
  if (is_first_try && !limit_.is_exceeded() && !limit_.count(instance)) {
    tables_.reports.add_general(limit_.report(composition_, tables_.instances));
  }
  if (limit_.is_exceeded()) {
    return tables_.reports.erroneous(Diagnostics(), instance.context.stage,
                                     {{}, tables_.instances.node(place).span});
  }
  const Expansion state = expansion(missing);
  if (is_first_try) {
    list_operands(state, place);
  }
  return missing.places.empty() ? expand_node(state, place) : std::nullopt;
}

/// Typing a condition may expand more of the graph, so this runs while no node is being expanded.
void Elaborator::decide(const std::vector<Missing::Condition>& conditions) {
  for (const Missing::Condition& one : conditions) {
    if (conditions_.find(one.call) == conditions_.end()) {
      FunctionCondition answer =
          decider_ != nullptr ? decider_->decide(*this, one.call, one.where) : FunctionCondition();
      conditions_.emplace(one.call, std::move(answer));
    }
  }
}

CallId Elaborator::expand_value(const Graph& graph, NodeId node, CallContext context) {
  const InstanceId instance = tables_.instances.add({&graph, context});
  return answer([&](const Expansion& state) { return state.need(instance, node); });
}

CallId Elaborator::expand_expression(const Graph& graph, CallContext context,
                                     std::vector<CallId> ports) {
  GraphInstance made{&graph, context};
  made.arguments.resize(ports.size());
  made.ports = std::move(ports);
  const InstanceId instance = tables_.instances.add(std::move(made));
  return answer(
      [&](const Expansion& state) { return state.need(instance, graph.outputs[0].node); });
}

std::vector<CallId> Elaborator::expand_all(const Graph& graph, Stage stage) {
  const InstanceId outermost = tables_.instances.add({&graph, stage});
  const auto under = [this](InstanceId instance, const WithNode& with) {
    const EnvironmentId inner =
        answer([&](const Expansion& state) { return injected_environment(state, instance, with); });
    return tables_.instances.under(instance, inner);
  };
  const std::vector<std::optional<InstanceId>> places =
      places_of_all(graph, composition_.library, outermost, under);
  std::vector<CallId> values;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (const std::optional<InstanceId> instance = places[i]) {
      values.push_back(
          answer([&](const Expansion& state) { return state.need(*instance, NodeId(i)); }));
    }
  }
  return values;
}

ClosureId Elaborator::default_function(const Graph& graph, CallContext context) {
  return tables_.closures.add(
      {tables_.instances.add({&graph, context}), graph.outputs.front().node});
}

CallId Elaborator::call_function(ClosureId closure, const FunctionUse& use) {
  return answer([&](const Expansion& state) { return expand_function(state, closure, use); });
}

CallId Elaborator::pass_through(const FunctionUse& use) {
  Missing missing;
  return weft::pass_through(expansion(missing), use);
}

std::optional<Diagnostic> Elaborator::misfit(ClosureId closure, const FragmentPort& port,
                                             std::optional<Span> argument) {
  Missing missing;
  return weft::misfit(expansion(missing), closure, port, argument);
}

WrittenFunction Elaborator::written_function(const PassedArgument& argument) {
  Missing missing;
  return weft::written_function(expansion(missing), argument);
}

CallId Elaborator::evaluate(ClosureId closure) {
  const NodePlace place = tables_.closures[closure];
  return answer([&](const Expansion& state) { return state.need(place.instance, place.node); });
}

std::vector<CallId> Elaborator::loop_step(const LoopCall& loop, const std::vector<CallId>& states,
                                          std::uint32_t level, Stage stage) {
  return answer(
      [&](const Expansion& state) { return expand_step(state, loop, states, level, stage); });
}

InstanceId Elaborator::instance_of_call(CallId invoke, FragmentId graph,
                                        const std::vector<DataType>& type_arguments) {
  return answer([&](const Expansion& state) {
    return weft::instance_of_call(state, invoke, graph, type_arguments);
  });
}

CallId Elaborator::result_of(InstanceId instance, std::uint32_t result) {
  return answer([&](const Expansion& state) { return weft::result_of(state, instance, result); });
}

CallId Elaborator::feature(FeatureId id, CallContext context, std::optional<Span> wanted_at) {
  return answer(
      [&](const Expansion& state) { return expand_feature(state, id, context, wanted_at); });
}

bool Elaborator::is_available(FeatureId id, CallContext context) {
  return tables_.features.is_available(id, context);
}

}  // namespace weft
