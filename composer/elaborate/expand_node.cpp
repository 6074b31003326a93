#include "composer/elaborate/expand_node.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "composer/elaborate/choose_function.h"
#include "composer/elaborate/expand_call.h"
#include "composer/elaborate/expand_feature.h"
#include "composer/elaborate/expand_loop.h"
#include "composer/elaborate/expand_port.h"
#include "composer/elaborate/expand_simulation.h"
#include "composer/elaborate/expand_with.h"
#include "fragments/model/graph_inputs.h"
#include "fragments/model/metadata_range.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

/// Adds a call whose inputs are the values of nodes.
Expanded call_of(const Expansion& state, InstanceId instance, CallKind kind,
                 const std::vector<NodeId>& inputs, Origin origin) {
  auto values = state.need_all(instance, inputs);
  return values ? Expanded(state.calls.add(std::move(kind), std::move(*values),
                                           state.context_of(instance), std::move(origin)))
                : std::nullopt;
}

/// The number of a live literal among the requested ones.
std::uint32_t live_literal_at(const Expansion& state, const Span& place) {
  const auto& live = state.composition.live_literals;
  const auto at = std::find_if(live.begin(), live.end(), [&](const LiveLiteralRequest& request) {
    return request.place == place;
  });
  return at != live.end() ? static_cast<std::uint32_t>(at - live.begin()) : no_live_literal;
}

/// Whether a condition is computed from static parameters and literals alone. Long ones are left to
/// folding. O(1).
bool is_static(const Expansion& state, CallId condition) {
  constexpr std::size_t most_calls = 32;
  std::vector<CallId> open = {condition};
  for (std::size_t next = 0; next < open.size(); ++next) {
    const Call& call = state.calls[open[next]];
    const auto* parameter = std::get_if<ParameterCall>(&call.kind);
    const auto* result = std::get_if<GraphResultCall>(&call.kind);
    const CallIds& inputs =
        result != nullptr ? state.instances[result->instance].ports : call.inputs;
    const bool computes = std::holds_alternative<InvokeCall>(call.kind) ||
                          std::holds_alternative<SelectCall>(call.kind) || result != nullptr;
    const bool is_known =
        parameter != nullptr
            ? state.composition.static_values[parameter->parameter].has_value()
            : std::holds_alternative<LiteralCall>(call.kind) || (computes && !inputs.empty());
    if (!is_known || open.size() + inputs.size() > most_calls) {
      return false;
    }
    open.insert(open.end(), inputs.begin(), inputs.end());
  }
  return true;
}

/// If the condition is known at compile time, expands only the chosen branch.
Expanded expand_select(const Expansion& state, InstanceId instance, const SelectNode& node,
                       Origin origin) {
  const Expanded condition = state.need(instance, node.condition);
  if (!condition) {
    return std::nullopt;
  }
  if (const std::optional<bool> known = known_condition(state, *condition)) {
    return state.need(instance, *known ? node.if_true : node.if_false);
  }
  if (is_static(state, *condition)) {
    const Span where = state.instances.node({instance, node.condition}).span;
    const FunctionCondition* decided = decided_condition(state, *condition, where);
    if (decided == nullptr) {
      return std::nullopt;
    }
    if (const std::optional<bool> known = decided->value) {
      state.calls.note_deciding(*condition);
      return state.need(instance, *known ? node.if_true : node.if_false);
    }
  }
  return call_of(state, instance, SelectCall{}, {node.condition, node.if_true, node.if_false},
                 std::move(origin));
}

/// If an argument does not fit a port, the caller must change, so the message points at the
/// argument.
Expanded expand_declared(const Expansion& state, InstanceId instance, const GraphNode& node,
                         const DeclaredNode& declared, Origin origin) {
  const GraphInstance& in = state.instances[instance];
  DeclareCall call = declare_in(in, declared.type);
  std::optional<RangedPort> ranged;
  if (const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[declared.value].kind)) {
    const std::optional<PassedArgument>& argument = in.arguments[port->port];
    origin.span = argument ? argument->span : node.span;
    call.graph = in.fragment;
    call.port = port->port;
    if (in.fragment) {
      const Fragment& graph = state.library().fragments[*in.fragment];
      const FragmentPort& of = graph.ports[port->port];
      call.restriction = of.restriction;
      if (may_spread(graph, port->port)) {
        call.variable = std::nullopt;  // a scalar where the variable stands for a vector
      }
      if (argument && states_range(state.library(), of.meta)) {
        ranged = RangedPort{CallId(0), *in.fragment, port->port, argument->span};
      }
    }
  } else if (std::any_of(in.graph->outputs.begin(), in.graph->outputs.end(),
                         [&](const GraphOutput& output) {
                           return &in.graph->nodes[output.node] == &node;
                         })) {
    call.graph = in.fragment;
  }
  call.is_binding = !call.graph;
  const Expanded value = call_of(state, instance, call, {declared.value}, std::move(origin));
  if (value && ranged) {
    ranged->declared = *value;
    state.calls.note_ranged(*ranged);
  }
  return value;
}

CallId value_of_bound(const Expansion& state, NodePlace place) {
  const auto& bound = state.instances[place.instance].bound;
  const auto known = std::find_if(bound.begin(), bound.end(),
                                  [&](const auto& one) { return one.first == place.node; });
  WEFT_CHECK(known != bound.end(), "the inside of a function is expanded outside a call of it");
  return known->second;
}

/// Whether the node's value needs those of all its inputs.
bool needs_all_inputs(const Graph& graph, const GraphNode& node) {
  if (const auto* call = std::get_if<CallNode>(&node.kind)) {
    return !call->may_take_functions;
  }
  if (const auto* member = std::get_if<MemberNode>(&node.kind)) {
    const auto* call = std::get_if<CallNode>(&graph.nodes[member->object].kind);
    return call == nullptr || !call->may_be_graph;
  }
  return std::holds_alternative<IndexNode>(node.kind) ||
         std::holds_alternative<ConstructNode>(node.kind) ||
         std::holds_alternative<AscribeNode>(node.kind) ||
         std::holds_alternative<DeclaredNode>(node.kind);
}

/// Expands a node of a graph's instance.
struct NodeExpansion {
  const Expansion& state;
  NodePlace place;
  const GraphNode& node;
  CallContext context;
  Origin origin;
  InstanceId at = place.instance;

  Expanded operator()(const LiteralNode& n) {
    return state.calls.add(LiteralCall{n.value, n.is_color, live_literal_at(state, node.span)}, {},
                           context, std::move(origin));
  }
  Expanded operator()(const FeatureNode& n) {
    return n.is_of_host ? expand_host_value(state, n.feature, context.stage, node.span)
                        : expand_feature(state, n.feature, context, node.span);
  }
  Expanded operator()(const ParameterNode& n) {
    origin.name = state.library().text(state.composition.material.parameters[n.parameter].name);
    return state.calls.add(ParameterCall{n.parameter}, {}, context, std::move(origin));
  }
  Expanded operator()(const GraphPortNode& n) { return expand_port(state, at, node, n); }
  Expanded operator()(const CallNode& n) {
    return expand_call(state, at, node, n, std::move(origin));
  }
  Expanded operator()(const MemberNode& n) {
    return expand_member(state, at, node, n, std::move(origin));
  }
  Expanded operator()(const IndexNode& n) {
    return call_of(state, at, IndexCall{}, {n.object, n.index}, std::move(origin));
  }
  Expanded operator()(const ConstructNode& n) {
    return call_of(state, at, ConstructCall{&n}, n.arguments, std::move(origin));
  }
  Expanded operator()(const SelectNode& n) {
    return expand_select(state, at, n, std::move(origin));
  }
  Expanded operator()(const AscribeNode& n) {
    return call_of(state, at, AscribeCall{&n}, {n.value}, std::move(origin));
  }
  Expanded operator()(const DeclaredNode& n) {
    return expand_declared(state, at, node, n, std::move(origin));
  }
  Expanded operator()(const ApplyNode& n) {
    return expand_apply(state, at, node, n, std::move(origin));
  }
  Expanded operator()(const WithNode& n) { return expand_with(state, at, n); }
  Expanded operator()(const LoopNode& n) { return expand_loop(state, at, n, std::move(origin)); }
  Expanded operator()(const StateNode& n) { return expand_state(state, at, n, std::move(origin)); }
  Expanded operator()(const StepNode& n) {
    return expand_step_of_simulation(state, at, n, std::move(origin));
  }
  Expanded operator()(const SimulationNode& n) {
    return expand_simulation(state, at, n, std::move(origin));
  }
  Expanded operator()(const BoundNode&) { return value_of_bound(state, place); }
  template <typename Function>
  Expanded operator()(const Function&) {
    return state.reports.erroneous(
        error_at(Code::TypeMismatch, node.span, "expected a value, found a function",
                 "pass functions only to ports declared fn(…)"),
        context, std::move(origin));
  }
};

}  // namespace

void list_operands(const Expansion& state, NodePlace place) {
  const GraphNode& node = state.instances.node(place);
  if (needs_all_inputs(*state.instances[place.instance].graph, node)) {
    for_each_input(node, [&](NodeId input) { state.list_missing(place.instance, input); });
  }
}

Expanded expand_node(const Expansion& state, NodePlace place) {
  const GraphNode& node = state.instances.node(place);
  const std::string_view name = node.name ? state.library().text(*node.name) : std::string_view();
  return std::visit(NodeExpansion{state, place, node, state.context_of(place.instance),
                                  Origin{std::string(name), node.span}},
                    node.kind);
}

}  // namespace weft
