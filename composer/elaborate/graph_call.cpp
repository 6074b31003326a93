#include "composer/elaborate/graph_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/arguments_by_port.h"
#include "composer/elaborate/expand_arguments.h"

namespace weft {
namespace {

/// A call of a graph.
struct GraphCall {
  const CallNode& node;
  FragmentId id;
  const Fragment& fragment;
  CallContext context;
  Span span;
  std::vector<DataType> type_arguments = {};
};

/// Returns the output for a result: the one of that name, else by position (`output acc;` for an
/// unnamed result).
std::optional<NodeId> node_of_result(const Fragment& fragment, std::uint32_t result) {
  const std::vector<GraphOutput>& outputs = fragment.graph()->outputs;
  auto at = std::find_if(outputs.begin(), outputs.end(), [&](const GraphOutput& output) {
    return output.name == fragment.results[result].name;
  });
  if (at != outputs.end()) {
    return at->node;
  }
  return result < outputs.size() ? std::optional(outputs[result].node) : std::nullopt;
}

/// Whether the types of arguments decide type parameters, so that typing has to look at them before
/// the graph is expanded.
bool takes_values_of_open_type(const Fragment& fragment) {
  return std::any_of(fragment.ports.begin(), fragment.ports.end(), [](const FragmentPort& port) {
    return port.kind == FragmentPort::Kind::Value && port.type.type_variable.has_value();
  });
}

/// Instantiates a graph. `value_of(argument, port)` expands the argument at a position for a port;
/// `listed()` the values that the call's open ports may be stitched to. Nothing while one is
/// missing.
template <typename ValueOf, typename Listed>
std::optional<InstanceId> instantiate(const Expansion& state, const GraphCall& call,
                                      const ArgumentsByPort& given,
                                      std::optional<InstanceId> parent, ValueOf value_of,
                                      Listed listed) {
  const Library& library = state.library();
  GraphInstance made{call.fragment.graph(), call.context, call.id};
  made.parent = parent;
  made.type_arguments = call.type_arguments;
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    const FragmentPort& port = call.fragment.ports[i];
    Expanded value;
    if (given[i]) {
      value = value_of(*given[i], port);
      const CallArgument& argument = call.node.arguments[*given[i]];
      made.arguments.emplace_back(
          PassedArgument{argument.span, parent ? std::optional(NodePlace{*parent, argument.value})
                                               : std::nullopt});
    } else if (is_stitchable(port, call.node.is_stitched, library.lattice, library.names)) {
      if (std::optional<CallIds> sources = listed()) {
        value = state.calls.add(StitchCall{&call.node, call.id, i}, std::move(*sources),
                                call.context, {std::string(library.text(port.name)), call.span});
      }
      made.arguments.emplace_back(PassedArgument{call.span});
    } else {
      value = default_of_port(state, port, call.context);
      made.arguments.emplace_back(std::nullopt);
    }
    if (value) {
      made.ports.push_back(*value);
    }
  }
  return made.ports.size() == given.size() ? std::optional(state.instances.add(std::move(made)))
                                           : std::nullopt;
}

}  // namespace

Expanded default_of_port(const Expansion& state, const FragmentPort& port, CallContext context) {
  const Graph& definition = *port.default_value;
  const InstanceId instance = state.instances.add({&definition, context});
  const NodeId node = definition.outputs.front().node;
  return port.kind != FragmentPort::Kind::Value
             ? function_argument(state, {instance, node}, context.stage, {})
             : state.need(instance, node);
}

const Fragment* called_graph(const Library& library, const CallNode& call) {
  if (call.candidates.size() != 1) {
    return nullptr;
  }
  const Fragment& fragment = library.fragments[call.candidates.front()];
  return fragment.is_graph() && !takes_values_of_open_type(fragment) ? &fragment : nullptr;
}

Callee find_callee(const Expansion& state, InstanceId caller, const GraphNode& node,
                   const CallNode& call) {
  const FragmentId id = call.candidates.front();
  const Fragment& fragment = state.library().fragments[id];
  if (!fragment.graph()) {
    return {};  // its body has errors, already reported
  }
  auto given = arguments_by_port(state.library(), call, fragment, node.span);
  if (!given) {
    return {std::nullopt, false, std::move(given.error())};
  }
  const CallContext context = state.context_of(caller);
  const auto value_of = [&](std::uint32_t argument, const FragmentPort& port) {
    const NodeId value = call.arguments[argument].value;
    return port.kind != FragmentPort::Kind::Value
               ? function_argument(state, {caller, value}, context.stage, {&port})
               : state.need(caller, value);
  };
  const auto listed = [&] { return stitch_sources(state, caller, call); };
  const std::optional<InstanceId> instance = instantiate(
      state, {call, id, fragment, context, node.span}, *given, caller, value_of, listed);
  return {instance, !instance.has_value()};
}

std::optional<InstanceId> instance_of_call(const Expansion& state, CallId invoke, FragmentId id,
                                           const std::vector<DataType>& type_arguments) {
  const Call call = state.calls[invoke];  // a copy: calls are added
  const CallNode& node = *std::get<InvokeCall>(call.kind).node;
  const Span span = call.origin.span.value_or(Span{});
  const Fragment& fragment = state.library().fragments[id];
  const auto given = arguments_by_port(state.library(), node, fragment, span);
  WEFT_CHECK(given.has_value(), "a graph was chosen whose ports the arguments do not fit");
  const auto value_of = [&](std::uint32_t argument, const FragmentPort& port) {
    const CallId passed = call.inputs[argument];
    const auto* function = std::get_if<FunctionCall>(&state.calls[passed].kind);
    if (port.kind != FragmentPort::Kind::Value || function == nullptr) {
      return Expanded(passed);
    }
    // Another overload takes a function here; this one takes the argument's value.
    const NodePlace place = state.closures[function->closure];
    return state.need(place.instance, place.node);
  };
  const auto listed = [&] {
    return std::optional(CallIds(call.inputs.begin() + node.arguments.size(), call.inputs.end()));
  };
  const CallContext context(call.stage, call.environment);
  return instantiate(state, {node, id, fragment, context, span, type_arguments}, *given,
                     state.instances.caller_of(invoke), value_of, listed);
}

std::vector<FragmentId> graphs_around(const GraphInstances& instances, CallId call) {
  std::vector<FragmentId> graphs;
  for (auto at = instances.caller_of(call); at; at = instances[*at].parent) {
    if (instances[*at].fragment) {
      graphs.push_back(*instances[*at].fragment);
    }
  }
  return graphs;
}

Expanded result_of(const Expansion& state, InstanceId instance, std::uint32_t result) {
  const GraphInstance& of = state.instances[instance];
  const Fragment& fragment = state.library().fragments[*of.fragment];
  if (const std::optional<NodeId> node = node_of_result(fragment, result)) {
    return state.need(instance, *node);
  }
  const Library& library = state.library();
  return state.reports.erroneous(
      error_at(Code::BadDeclaration, fragment.span,
               fmt::format("graph '{}' gives no output '{}'", library.text(fragment.name),
                           library.text(fragment.results[result].name))),
      of.context, {});
}

}  // namespace weft
