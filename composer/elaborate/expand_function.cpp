#include "composer/elaborate/expand_function.h"

#include <algorithm>

#include "composer/elaborate/expand_arguments.h"
#include "composer/elaborate/forwarded_functions.h"
#include "composer/elaborate/function_misfit.h"
#include "composer/elaborate/same_frame.h"
#include "composer/elaborate/signature_crossing.h"
#include "composer/elaborate/written_functions.h"

namespace weft {
namespace {

std::optional<Span> span_of(const std::optional<PassedArgument>& argument) {
  return argument ? std::optional(argument->span) : std::nullopt;
}

/// Expands the body of a lambda with its parameters bound.
Expanded expand_lambda(const Expansion& state, NodePlace place, const LambdaNode& lambda,
                       const FunctionUse& use) {
  GraphInstance body = state.instances[place.instance];
  for (std::size_t i = 0; i < use.port->parameters.size(); ++i) {
    body.bound.emplace_back(lambda.parameters[i], use.values[i]);
  }
  std::sort(body.bound.begin(), body.bound.end());
  body.context = {use.stage, state.environments.extended(body.context.environment, {}, use.level)};
  return state.need(state.instances.add(std::move(body)), lambda.body);
}

/// Expands a named function or partial application, `height` or `ridged(octaves: 3)`, as a graph
/// that passes the parameters by name.
Expanded expand_named_function(const Expansion& state, NodePlace place, const FunctionUse& use) {
  const GraphNode& node = state.instances.node(place);
  const Graph& graph = state.named_functions.graph_of(node, *use.port);
  GraphInstance made{&graph, use.stage};
  if (const auto* call = std::get_if<CallNode>(&node.kind)) {
    auto arguments = arguments_of_call(state, place.instance, *call, use.stage);
    if (!arguments) {
      return std::nullopt;
    }
    made.ports = std::move(*arguments);
    for (const CallArgument& argument : call->arguments) {
      made.arguments.emplace_back(
          PassedArgument{argument.span, NodePlace{place.instance, argument.value}});
    }
  }
  for (std::size_t i = 0; i < use.values.size(); ++i) {
    made.bound.emplace_back(NodeId(made.ports.size() + i), use.values[i]);
  }
  made.context.environment =
      state.environments.extended(state.context_of(place.instance).environment, {}, use.level);
  made.parent = place.instance;
  return state.need(state.instances.add(std::move(made)), graph.outputs.front().node);
}

/// Expands an argument of an `fn` port that is not forwarded from another port.
Expanded expand_written_function(const Expansion& state, ClosureId closure,
                                 const FunctionUse& use) {
  const NodePlace place = state.closures[closure];
  const GraphNode& node = state.instances.node(place);
  if (auto wrong = misfit(state, closure, *use.port, span_of(use.passed))) {
    return state.reports.erroneous(std::move(*wrong), use.stage, {{}, node.span});
  }
  const auto* lambda = std::get_if<LambdaNode>(&node.kind);
  return lambda != nullptr ? expand_lambda(state, place, *lambda, use)
                           : expand_named_function(state, place, use);
}

/// Where graphs handed the function on between ports of one signature, names the outermost port in
/// messages: the one that the function was written for.
void name_written_port(const Expansion& state, FunctionUse& use) {
  if (!use.passed) {
    return;
  }
  const WrittenFunction written = written_function(state, *use.passed);
  if (!written.handed_over.empty()) {
    const HandOver& outermost = written.handed_over.front();
    use.port = &state.library().fragments[outermost.graph].ports[outermost.port];
    use.fragment = outermost.graph;
    use.passed = PassedArgument{written.span};
  }
}

/// Expands the argument of an `fn` port. A forwarded one crosses each port on the way.
Expanded expand_fn(const Expansion& state, ClosureId closure, const FunctionUse& use) {
  FunctionUse at = use;
  std::vector<Crossing> crossed = cross_into_leaf(state, at);
  const auto inside = [&] {
    const EnvironmentId outer = state.context_of(state.closures[closure].instance).environment;
    return CallContext(use.stage, state.environments.extended(outer, {}, at.level));
  };
  for (auto forwarded = forwarded_function(state, state.closures[closure]); forwarded;
       forwarded = forwarded_function(state, state.closures[closure])) {
    if (auto wrong = misfit(state, closure, *at.port, span_of(at.passed))) {
      return state.reports.erroneous(std::move(*wrong), use.stage, {{}, at.span});
    }
    crossed.push_back(cross(state, at, *forwarded->port, inside()));
    at.passed = forwarded->passed;
    at.fragment = forwarded->fragment;
    closure = forwarded->closure;
  }
  name_written_port(state, at);
  const CallContext here = inside();
  const Expanded value = expand_written_function(state, closure, at);
  if (!value) {
    return std::nullopt;
  }
  const Span span = state.calls[*value].origin.span.value_or(at.span);
  const CallId result = declared_result(state, {at.port, here, span, at.fragment}, {*value});
  return result_outside(state, result, std::move(crossed));
}

/// The place of a value that an argument gives: its expression where that is part of the argument,
/// else the argument, which reads a binding or a port.
Span part_of(const Span& argument, const std::optional<Span>& expression) {
  const bool is_part = expression && expression->file == argument.file &&
                       argument.begin <= expression->begin && expression->end <= argument.end;
  return is_part ? *expression : argument;
}

/// Expands the argument of an `eval` port under the features that the port injects, or an argument
/// of a port that takes values.
Expanded expand_eval(const Expansion& state, ClosureId closure, const FunctionUse& use) {
  const NodePlace place = state.closures[closure];
  const EnvironmentId outer = state.context_of(place.instance).environment;
  if (auto wrong = misfit(state, closure, *use.port, span_of(use.passed))) {
    return state.reports.erroneous(std::move(*wrong), use.stage, {{}, use.span});
  }
  std::vector<Injected> injected;
  for (std::size_t i = 0; i < use.port->injected.size(); ++i) {
    const FeatureId feature = use.port->injected[i];
    const std::vector<FeatureId>& kept = use.port->keeps_frame;
    const std::optional<bool> keeps_frame =
        std::find(kept.begin(), kept.end(), feature) != kept.end()
            ? true
            : is_same_frame(state, feature, use.values[i], {use.stage, outer});
    if (!keeps_frame) {
      return std::nullopt;
    }
    injected.push_back({feature, use.values[i], *keeps_frame, false, use.span});
  }
  const EnvironmentId inner = state.environments.extended(outer, injected, use.level);
  const Expanded value = state.need(state.instances.under(place.instance, inner), place.node);
  if (!value) {
    return std::nullopt;
  }
  const Span span = part_of(use.span, state.calls[*value].origin.span);
  return declared_result(state, {use.port, {use.stage, inner}, span, use.fragment}, {*value});
}

}  // namespace

Expanded expand_function(const Expansion& state, ClosureId closure, const FunctionUse& use) {
  return use.port->kind == FragmentPort::Kind::Fn ? expand_fn(state, closure, use)
                                                  : expand_eval(state, closure, use);
}

CallId pass_through(const Expansion& state, const FunctionUse& use) {
  FunctionUse at = use;
  std::vector<Crossing> crossed = cross_into_leaf(state, at);
  const CallContext context(at.stage, state.environments.extended(no_environment, {}, at.level));
  const CallId result =
      state.calls.add(DeclareCall{&at.port->type}, {at.values.front()}, context, {{}, at.span});
  return result_outside(state, result, std::move(crossed));
}

}  // namespace weft
