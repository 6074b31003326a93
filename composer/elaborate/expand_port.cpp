#include "composer/elaborate/expand_port.h"

#include "composer/elaborate/arguments_by_port.h"
#include "composer/elaborate/expand_feature.h"
#include "composer/elaborate/expand_function.h"
#include "composer/elaborate/forwarded_functions.h"
#include "composer/elaborate/written_functions.h"

namespace weft {
namespace {

/// Returns the declaration of a port of the instance's graph; null for graphs without declarations.
const FragmentPort* declaration_of(const Expansion& state, InstanceId instance,
                                   std::uint32_t port) {
  const std::optional<FragmentId>& fragment = state.instances[instance].fragment;
  return fragment ? &state.library().fragments[*fragment].ports[port] : nullptr;
}

}  // namespace

Expanded expand_port(const Expansion& state, InstanceId instance, const GraphNode& node,
                     const GraphPortNode& port) {
  const GraphInstance& in = state.instances[instance];
  const CallId passed = in.ports[port.port];
  const auto* function = std::get_if<FunctionCall>(&state.calls[passed].kind);
  if (!function) {
    return passed;
  }
  const ClosureId closure = function->closure;
  const FragmentPort* declared = declaration_of(state, instance, port.port);
  if (!declared || declared->kind != FragmentPort::Kind::Eval) {
    return state.reports.erroneous(
        error_at(Code::TypeMismatch, node.span, "expected a value, found a function", "call it"),
        in.context, {{}, node.span});
  }
  // The port injects its features for the argument, wherever the graph reads it.
  const std::optional<PassedArgument>& argument = in.arguments[port.port];
  FunctionUse use{declared,
                  {},
                  state.environments[in.context.environment].level,
                  in.context.stage,
                  argument ? written_function(state, *argument).span : node.span,
                  argument,
                  in.fragment};
  for (FeatureId feature : declared->injected) {
    if (Expanded value = expand_feature(state, feature, in.context, node.span)) {
      use.values.push_back(*value);
    }
  }
  return use.values.size() == declared->injected.size() ? expand_function(state, closure, use)
                                                        : std::nullopt;
}

Expanded expand_apply(const Expansion& state, InstanceId instance, const GraphNode& node,
                      const ApplyNode& apply, Origin origin) {
  const GraphInstance& in = state.instances[instance];
  const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[apply.function].kind);
  if (port && std::holds_alternative<ErroneousCall>(state.calls[in.ports[port->port]].kind)) {
    return in.ports[port->port];
  }
  const auto closure = passed_function(state, {instance, apply.function});
  const FragmentPort* declared = port ? declaration_of(state, instance, port->port) : nullptr;
  if (!closure || !declared || declared->kind != FragmentPort::Kind::Fn) {
    return state.reports.erroneous(
        error_at(Code::TypeMismatch, node.span, "this is not a function and cannot be called"),
        in.context, std::move(origin));
  }
  auto given = arguments_by_parameter(state.library(), apply, *declared, node.span);
  if (!given) {
    return state.reports.erroneous(std::move(given.error()), in.context, std::move(origin));
  }
  FunctionUse use{
      declared, {}, state.environments[in.context.environment].level, in.context.stage, node.span};
  use.passed = in.arguments[port->port];
  use.fragment = in.fragment;
  for (std::size_t i = 0; i < given->size(); ++i) {
    const CallArgument& argument = apply.arguments[*(*given)[i]];
    if (const Expanded value = state.need(instance, argument.value)) {
      use.values.push_back(state.calls.add(DeclareCall{&declared->parameters[i].type}, {*value},
                                           in.context, {{}, argument.span}));
    }
  }
  return use.values.size() == given->size() ? expand_function(state, *closure, use) : std::nullopt;
}

}  // namespace weft
