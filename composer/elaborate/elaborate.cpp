#include "composer/elaborate/elaborate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "composer/elaborate/graph_functions.h"
#include "support/hash.h"
#include "support/overloaded.h"

namespace weft {
namespace {

// Sentinels in GraphInstance::values for nodes without a value.
constexpr std::uint32_t not_begun = 0xffffffff;
constexpr std::uint32_t begun = 0xfffffffe;

bool is_known(std::uint32_t value) { return value < begun; }

}  // namespace

Elaborator::Elaborator(const Composition& composition, ConditionDecider* decider)
    : composition_(composition), decider_(decider) {
  add_environment({});  // no_environment
  may_be_graph_.resize(library().names.size(), false);
  for (const Fragment& fragment : library().fragments) {
    const bool is_graph = fragment.is_graph();
    may_be_graph_[fragment.name.index()] =
        may_be_graph_[fragment.name.index()] ||
        (is_graph && library().find_fragments(fragment.name).size() > 1);
  }
}

InstanceId Elaborator::instance_of(const Graph& graph, std::optional<FragmentId> fragment,
                                   std::vector<CallId> ports,
                                   std::vector<std::optional<Span>> port_spans, CallContext context,
                                   std::vector<std::pair<NodeId, CallId>> bound,
                                   std::optional<InstanceId> parent) {
  // The address only spreads hash keys; nothing is ordered by it.
  std::uint64_t hash =
      mix_hash(reinterpret_cast<std::uintptr_t>(&graph), static_cast<std::uint64_t>(context.stage));
  for (CallId port : ports) {
    hash = mix_hash(hash, port.index());
  }
  hash = mix_hash(hash, context.environment.index());
  for (const auto& [node, value] : bound) {
    hash = mix_hash(hash, value.index());
  }
  auto known = instance_table_.find(hash, [&](std::uint32_t index) {
    const GraphInstance& instance = instances_[InstanceId(index)];
    return instance.graph == &graph && instance.context == context && instance.ports == ports &&
           instance.bound == bound;
  });
  if (known) {
    return InstanceId(*known);
  }
  InstanceId id = instances_.add(
      {&graph, fragment, std::move(ports), std::move(port_spans), context,
       std::vector<std::uint32_t>(graph.nodes.size(), not_begun), std::move(bound), parent});
  instance_table_.insert(hash, id.index());
  if (fragment) {
    ++shares_[*fragment].instances;
  }
  return id;
}

CallId Elaborator::expand_output(const Graph& graph, std::uint32_t output, CallContext context) {
  return value({instance_of(graph, std::nullopt, {}, {}, context), graph.outputs[output].node});
}

CallId Elaborator::expand_expression(const Graph& graph, CallContext context,
                                     std::vector<CallId> ports) {
  std::vector<std::optional<Span>> spans(ports.size());
  return value({instance_of(graph, std::nullopt, std::move(ports), std::move(spans), context),
                graph.outputs[0].node});
}

std::vector<CallId> Elaborator::expand_all(const Graph& graph, Stage stage) {
  InstanceId instance = instance_of(graph, std::nullopt, {}, {}, {stage});
  std::vector<CallId> values;
  values.reserve(graph.nodes.size());
  // Nodes inside functions and loops, and functions themselves, have no value on their own.
  const std::vector<bool> is_inside = nodes_of_functions(graph, library());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (is_inside[i]) {
      continue;
    }
    values.push_back(value({instance, NodeId(i)}));
  }
  return values;
}

CallId Elaborator::value(Place place) {
  if (std::uint32_t known = instances_[place.instance].values[place.node.index()];
      is_known(known)) {
    return CallId(known);
  }
  run({place});
  return CallId(instances_[place.instance].values[place.node.index()]);
}

/// Expands places depth first. A node is visited twice at most per wait: once to list the operands
/// it lacks, and again when they are expanded.
void Elaborator::run(std::vector<Place> places) {
  while (!places.empty()) {
    const Place place = places.back();
    if (is_known(instances_[place.instance].values[place.node.index()])) {
      places.pop_back();
      continue;
    }
    GraphInstance& instance = instances_[place.instance];
    std::uint32_t& state = instance.values[place.node.index()];
    const bool is_first_look = state == not_begun;
    state = begun;
    waiting_.clear();
    Expanded expanded = is_over_limit_ || (is_first_look && !count_node(instance))
                            ? reports_.erroneous(Diagnostics(), instance.context.stage,
                                                 {{}, instance.graph->nodes[place.node].span})
                            : expand_node(place);
    if (expanded) {
      // The unnamed result of a graph is named like the call.
      if (const auto& name = instances_[place.instance].graph->nodes[place.node].name) {
        calls_.suggest_name(*expanded, library().text(*name));
      }
      instances_[place.instance].values[place.node.index()] = expanded->index();
      places.pop_back();
    } else {
      decide_conditions();
      places.insert(places.end(), waiting_.rbegin(), waiting_.rend());
    }
  }
}

Elaborator::Expanded Elaborator::need(InstanceId instance, NodeId node) {
  const GraphInstance& known = instances_[instance];
  std::uint32_t value = known.values[node.index()];
  if (is_known(value)) {
    return CallId(value);
  }
  if (value == begun) {  // loading refuses cycles of graphs, defaults and features, so a cycle here
                         // was reported
    const GraphNode& at = known.graph->nodes[node];
    return reports_.erroneous(error_at(Code::Recursion, at.span, "the value depends on itself"),
                              known.context.stage, {{}, at.span});
  }
  waiting_.push_back({instance, node});
  return std::nullopt;
}

std::optional<bool> Elaborator::known_condition(CallId id) const {
  if (const auto* parameter = std::get_if<ParameterCall>(&calls_[id].kind)) {
    const auto& known = composition_.static_values[parameter->parameter];
    return known && known->type.is_bool() ? std::optional(known->bits[0] != 0) : std::nullopt;
  }
  if (const auto* literal = std::get_if<LiteralCall>(&calls_[id].kind)) {
    if (literal->value.type.is_bool()) {
      return literal->value.bits[0] != 0;
    }
  }
  return std::nullopt;
}

Elaborator::Expanded Elaborator::expand_node(Place place) {
  const InstanceId at = place.instance;
  const Graph& graph = *instances_[at].graph;
  const CallContext context = instances_[at].context;
  const GraphNode& node = graph.nodes[place.node];
  Origin origin{node.name ? std::string(library().text(*node.name)) : std::string(), node.span};
  return std::visit(
      Overloaded{
          [&](const LiteralNode& n) -> Expanded {
            return calls_.add(LiteralCall{n.value, n.is_color}, {}, context, std::move(origin));
          },
          [&](const FeatureNode& n) { return expand_feature(n.feature, context, node.span); },
          [&](const ParameterNode& n) -> Expanded {
            origin.name = library().text(composition_.material.parameters[n.parameter].name);
            return calls_.add(ParameterCall{n.parameter}, {}, context, std::move(origin));
          },
          [&](const GraphPortNode& n) { return expand_port(at, node, n); },
          [&](const CallNode& n) { return expand_invoke(at, node, n, std::move(origin)); },
          [&](const MemberNode& n) { return expand_member(at, node, n, std::move(origin)); },
          [&](const IndexNode& n) -> Expanded {
            Expanded object = need(at, n.object);
            Expanded index = need(at, n.index);
            if (!object || !index) {
              return std::nullopt;
            }
            return calls_.add(IndexCall{}, {*object, *index}, context, std::move(origin));
          },
          [&](const ConstructNode& n) { return expand_construct(at, n, std::move(origin)); },
          [&](const SelectNode& n) { return expand_select(at, n, std::move(origin)); },
          [&](const AscribeNode& n) -> Expanded {
            Expanded input = need(at, n.value);
            return input
                       ? Expanded(calls_.add(AscribeCall{&n}, {*input}, context, std::move(origin)))
                       : std::nullopt;
          },
          [&](const DeclaredNode& n) { return expand_declared(at, node, n, std::move(origin)); },
          [&](const ApplyNode& n) { return expand_apply(at, node, n, std::move(origin)); },
          [&](const WithNode& n) { return expand_with(at, n); },
          [&](const LoopNode& n) { return expand_loop(at, n, std::move(origin)); },
          [&](const BoundNode&) -> Expanded {
            const auto& bound = instances_[at].bound;
            auto known = std::find_if(bound.begin(), bound.end(),
                                      [&](const auto& b) { return b.first == place.node; });
            WEFT_CHECK(known != bound.end(),
                       "the inside of a function is expanded outside a call of it");
            return known->second;
          },
          [&](const auto&) -> Expanded {
            return reports_.erroneous(
                error_at(Code::TypeMismatch, node.span, "expected a value, found a function",
                         "pass functions only to ports declared fn(…)"),
                context, std::move(origin));
          },
      },
      node.kind);
}

Elaborator::Expanded Elaborator::expand_construct(InstanceId instance, const ConstructNode& node,
                                                  Origin origin) {
  std::vector<CallId> inputs;
  inputs.reserve(node.arguments.size());
  for (NodeId argument : node.arguments) {
    if (Expanded input = need(instance, argument)) {
      inputs.push_back(*input);
    }
  }
  if (inputs.size() != node.arguments.size()) {
    return std::nullopt;
  }
  return calls_.add(ConstructCall{&node}, std::move(inputs), instances_[instance].context,
                    std::move(origin));
}

/// If the condition is known at compile time, expands only the chosen branch.
Elaborator::Expanded Elaborator::expand_select(InstanceId instance, const SelectNode& node,
                                               Origin origin) {
  Expanded condition = need(instance, node.condition);
  if (!condition) {
    return std::nullopt;
  }
  if (std::optional<bool> known = known_condition(*condition)) {
    return need(instance, *known ? node.if_true : node.if_false);
  }
  Expanded if_true = need(instance, node.if_true);
  Expanded if_false = need(instance, node.if_false);
  if (!if_true || !if_false) {
    return std::nullopt;
  }
  return calls_.add(SelectCall{}, {*condition, *if_true, *if_false}, instances_[instance].context,
                    std::move(origin));
}

/// If an argument does not fit a port, the caller must change, so the message points at the
/// argument.
Elaborator::Expanded Elaborator::expand_declared(InstanceId instance, const GraphNode& node,
                                                 const DeclaredNode& declared, Origin origin) {
  Expanded input = need(instance, declared.value);
  if (!input) {
    return std::nullopt;
  }
  const GraphInstance& in = instances_[instance];
  DeclareCall call{&declared.type};
  if (const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[declared.value].kind)) {
    const std::optional<Span>& argument = in.port_spans[port->port];
    origin.span = argument ? *argument : node.span;
    call.graph = in.fragment;
    call.port = port->port;
    if (in.fragment) {
      call.restriction = library().fragments[*in.fragment].ports[port->port].restriction;
    }
  } else if (std::any_of(in.graph->outputs.begin(), in.graph->outputs.end(),
                         [&](const GraphOutput& output) {
                           return &in.graph->nodes[output.node] == &node;
                         })) {
    call.graph = in.fragment;
  }
  return calls_.add(call, {*input}, in.context, std::move(origin));
}

Elaborator::Expanded Elaborator::expand_invoke(InstanceId instance, const GraphNode& node,
                                               const CallNode& call, Origin origin,
                                               std::optional<NameId> member) {
  const CallContext context = instances_[instance].context;
  if (const Fragment* graph = called_graph(call)) {
    return expand_graph_call(instance, node, call, *graph, std::move(origin));
  }
  std::vector<CallId> inputs;
  inputs.reserve(call.arguments.size());
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const NodeId argument = call.arguments[i].value;
    const Expanded input = takes_function(call, i)
                               ? function_argument(instance, argument, context.stage,
                                                   ports_of_argument(library(), call, i))
                               : need(instance, argument);
    if (input) {
      inputs.push_back(*input);
    }
  }
  for (const ListedValue& listed : call.stitch_sources.usable()) {
    if (Expanded input = need(instance, listed.node)) {
      inputs.push_back(*input);
    }
  }
  if (inputs.size() != call.arguments.size() + call.stitch_sources.usable_count()) {
    return std::nullopt;
  }
  const auto own = call.may_leave_types_open ? std::optional(instance) : std::nullopt;
  const CallId invoke =
      calls_.add(InvokeCall{&call, member, own}, std::move(inputs), context, std::move(origin));
  if (may_be_graph_[call.callee.index()]) {
    written_in_.try_emplace(invoke, instance);
  }
  return invoke;
}

}  // namespace weft
