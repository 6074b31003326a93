#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/elaborate.h"
#include "composer/elaborate/function_hints.h"
#include "composer/elaborate/function_signature.h"
#include "composer/elaborate/graph_functions.h"
#include "fragments/model/call_arguments.h"
#include "support/hash.h"

// The parts of the Elaborator about functions, and about features that `with` injects.
namespace weft {

EnvironmentId Elaborator::extended(EnvironmentId outer, const std::vector<Injected>& injected,
                                   std::uint32_t level) {
  Environment environment = environments_[outer];
  environment.level = std::max(environment.level, level);
  for (const Injected& one : injected) {
    if (!one.keeps_frame) {
      withdraw(environment, one);
    }
  }
  for (const Injected& one : injected) {
    std::erase_if(environment.withdrawn,
                  [&](const auto& withdrawn) { return withdrawn.feature == one.feature; });
    auto at =
        std::lower_bound(environment.injected.begin(), environment.injected.end(), one.feature,
                         [](const auto& entry, FeatureId id) { return entry.first < id; });
    if (at != environment.injected.end() && at->first == one.feature) {
      at->second = one.value;
    } else {
      environment.injected.insert(at, {one.feature, one.value});
    }
  }
  return add_environment(std::move(environment));
}

/// Invalidates features anchored to an injected one, including injected ones.
void Elaborator::withdraw(Environment& environment, const Injected& by) const {
  for (FeatureId id : library().features[by.feature].anchored) {
    std::erase_if(environment.injected, [id](const auto& one) { return one.first == id; });
    auto at =
        std::lower_bound(environment.withdrawn.begin(), environment.withdrawn.end(), id,
                         [](const auto& one, FeatureId before) { return one.feature < before; });
    const Environment::Withdrawn withdrawn{id, by.feature, by.value, by.is_written, by.where};
    if (at != environment.withdrawn.end() && at->feature == id) {
      *at = withdrawn;
    } else {
      environment.withdrawn.insert(at, withdrawn);
    }
  }
}

/// Interns an environment.
EnvironmentId Elaborator::add_environment(Environment environment) {
  std::uint64_t hash = environment.level;
  for (const auto& [feature, value] : environment.injected) {
    hash = mix_hash(mix_hash(hash, feature.index()), value.index());
  }
  for (const Environment::Withdrawn& withdrawn : environment.withdrawn) {
    hash = mix_hash(mix_hash(hash, withdrawn.feature.index()), withdrawn.value.index());
  }
  auto known = environment_table_.find(hash, [&](std::uint32_t index) {
    return environments_[EnvironmentId(index)] == environment;
  });
  if (known) {
    return EnvironmentId(*known);
  }
  EnvironmentId id = environments_.add(std::move(environment));
  environment_table_.insert(hash, id.index());
  return id;
}

/// Returns the instance of the same graph in another environment.
InstanceId Elaborator::under(InstanceId instance, EnvironmentId environment) {
  const GraphInstance& in = instances_[instance];
  if (in.context.environment == environment) {
    return instance;
  }
  return instance_of(*in.graph, in.fragment, in.ports, in.port_spans,
                     {in.context.stage, environment}, in.bound, in.parent);
}

ClosureId Elaborator::closure_of(InstanceId instance, NodeId node) {
  const std::uint64_t hash = mix_hash(instance.index(), node.index());
  auto known = closure_table_.find(hash, [&](std::uint32_t index) {
    const Closure& closure = closures_[ClosureId(index)];
    return closure.instance == instance && closure.node == node;
  });
  if (known) {
    return ClosureId(*known);
  }
  ClosureId id = closures_.add({instance, node});
  closure_table_.insert(hash, id.index());
  return id;
}

CallId Elaborator::call_function(ClosureId closure, const FunctionUse& use) {
  return finish([&] { return expand_function(closure, use); });
}

CallId Elaborator::pass_through(const FunctionUse& use) {
  FunctionUse at = use;
  std::vector<Crossing> crossed = cross_into_leaf(at);
  const CallId result =
      calls_.add(DeclareCall{&at.port->type}, {at.values.front()},
                 {at.stage, extended(no_environment, {}, at.level)}, {{}, at.span});
  return result_outside(result, crossed);
}

ClosureId Elaborator::default_function(const Graph& graph, CallContext context) {
  return closure_of(instance_of(graph, std::nullopt, {}, {}, context), graph.outputs.front().node);
}

CallId Elaborator::evaluate(ClosureId closure) {
  const Closure at = closures_[closure];
  return finish([&] { return need(at.instance, at.node); });
}

Elaborator::Expanded Elaborator::expand_function(ClosureId closure, const FunctionUse& use) {
  if (use.port->kind == FragmentPort::Kind::Fn) {
    return expand_handed_on(closure, use);
  }
  const EnvironmentId outer = instances_[closures_[closure].instance].context.environment;
  if (auto wrong = misfit(closure, *use.port, use.passed_at)) {
    return reports_.erroneous(std::move(*wrong), use.stage, {{}, use.span});
  }
  std::vector<Injected> injected;
  for (std::size_t i = 0; i < use.port->injected.size(); ++i) {
    const FeatureId feature = use.port->injected[i];
    const std::vector<FeatureId>& kept = use.port->keeps_frame;
    const bool keeps_frame = std::find(kept.begin(), kept.end(), feature) != kept.end() ||
                             is_same_frame(feature, use.values[i], {use.stage, outer});
    injected.push_back({feature, use.values[i], keeps_frame, false, use.span});
  }
  const EnvironmentId inner = extended(outer, injected, use.level);
  const Expanded value = need(under(closures_[closure].instance, inner), closures_[closure].node);
  return value ? Expanded(declared_result({use.port, {use.stage, inner}, use.span}, {*value}))
               : std::nullopt;
}

std::optional<Diagnostic> Elaborator::misfit(ClosureId closure, const FragmentPort& port,
                                             std::optional<Span> argument) const {
  const Graph& graph = *instances_[closures_[closure].instance].graph;
  const GraphNode& node = graph.nodes[closures_[closure].node];
  const auto* lambda = std::get_if<LambdaNode>(&node.kind);
  const auto* call = std::get_if<CallNode>(&node.kind);
  const bool is_name = std::holds_alternative<FunctionNode>(node.kind);
  const std::size_t wanted = port.parameters.size();
  const std::optional<Handed> handed = handed_on(closure);
  if (port.kind != FragmentPort::Kind::Fn) {
    if (lambda == nullptr && !is_name && !handed) {
      return std::nullopt;
    }
    if (lambda != nullptr && port.kind == FragmentPort::Kind::Eval) {
      return error_at(
          Code::TypeMismatch, node.span,
          fmt::format("port '{}' takes an expression, not a function", library().text(port.name)),
          expression_hint(library(), graph, *lambda, port));
    }
    return error_at(
        Code::TypeMismatch, handed && argument ? *argument : node.span,
        fmt::format("port '{}' takes a value, not a function", library().text(port.name)),
        "call it");
  }
  if (handed) {
    return handed->port->parameters.size() == wanted
               ? std::nullopt
               : std::optional(cannot_stand_for(library(), *handed->port, port,
                                                argument.value_or(node.span)));
  }
  if (lambda != nullptr && lambda->parameters.size() != wanted) {
    return error_at(
        Code::WrongArguments, node.span,
        fmt::format("port '{}' calls its function with {} argument{}, but this one takes {}",
                    library().text(port.name), wanted, wanted == 1 ? "" : "s",
                    lambda->parameters.size()));
  }
  const bool is_value = call != nullptr ? leaves_too_few_open(library(), *call, wanted)
                                        : lambda == nullptr && !is_name;
  if (is_value) {
    return error_at(
        Code::TypeMismatch, argument.value_or(node.span),
        fmt::format("port '{}' takes a function, not a value", library().text(port.name)),
        lambda_hint(library(), graph, node, port));
  }
  return std::nullopt;
}

/// Removes from `bound` the bindings that `results` do not read. The outermost function keeps all,
/// since they are its own.
void Elaborator::keep_what_is_read(const Graph& graph, bool is_outermost,
                                   const std::vector<NodeId>& results,
                                   std::vector<std::pair<NodeId, CallId>>& bound) {
  if (is_outermost) {
    return;
  }
  std::optional<FreeBounds>& known = free_bounds_[&graph];
  if (!known) {
    known.emplace(graph);
  }
  known->restrict(bound, results);
}

Elaborator::Expanded Elaborator::expand_fn(ClosureId closure, const FunctionUse& use) {
  const Closure at = closures_[closure];
  const GraphInstance& in = instances_[at.instance];
  const GraphNode& node = in.graph->nodes[at.node];
  const std::size_t wanted = use.port->parameters.size();
  if (auto wrong = misfit(closure, *use.port, use.passed_at)) {
    return reports_.erroneous(std::move(*wrong), use.stage, {{}, node.span});
  }
  if (const auto* lambda = std::get_if<LambdaNode>(&node.kind)) {
    std::vector<std::pair<NodeId, CallId>> bound = in.bound;
    for (std::size_t i = 0; i < wanted; ++i) {
      bound.emplace_back(lambda->parameters[i], use.values[i]);
    }
    std::sort(bound.begin(), bound.end());
    keep_what_is_read(*in.graph, in.bound.empty(), {lambda->body}, bound);
    const EnvironmentId inner = extended(in.context.environment, {}, use.level);
    return need(instance_of(*instances_[at.instance].graph, instances_[at.instance].fragment,
                            instances_[at.instance].ports, instances_[at.instance].port_spans,
                            {use.stage, inner}, std::move(bound), instances_[at.instance].parent),
                lambda->body);
  }
  return expand_named_function(at.instance, at.node, use);
}

namespace {

/// A graph with a single call: its ports are the given arguments, and the function's parameters are
/// bound.
struct CallGraph {
  Graph graph;
  std::vector<NodeId> parameters;
};

}  // namespace

/// Expands a named function or partial application, `height` or `ridged(octaves: 3)`, as a graph
/// that passes the parameters by name.
Elaborator::Expanded Elaborator::expand_named_function(InstanceId instance, NodeId id,
                                                       const FunctionUse& use) {
  const GraphNode& node = instances_[instance].graph->nodes[id];
  const auto* function = std::get_if<FunctionNode>(&node.kind);
  const auto* call = std::get_if<CallNode>(&node.kind);
  const std::vector<FragmentId>& candidates = function ? function->candidates : call->candidates;
  const Graph*& written = call_graph_of_[{&node, use.port}];
  if (!written) {
    Graph graph;
    CallNode made{function ? function->name : call->callee, candidates, {}};
    made.may_leave_types_open = std::any_of(
        candidates.begin(), candidates.end(),
        [this](FragmentId candidate) { return library().fragments[candidate].leaves_types_open; });
    for (std::uint32_t i = 0; call && i < call->arguments.size(); ++i) {
      made.arguments.push_back(call->arguments[i]);
      made.arguments.back().value =
          graph.nodes.add({GraphPortNode{i}, std::nullopt, call->arguments[i].span});
    }
    for (const FragmentPort& parameter : use.port->parameters) {
      NodeId value =
          graph.nodes.add({BoundNode{parameter.name, std::nullopt}, parameter.name, node.span});
      made.arguments.push_back({parameter.name, value, node.span, std::nullopt, true});
    }
    NodeId result = graph.nodes.add({std::move(made), std::nullopt, node.span});
    graph.outputs.push_back({use.port->name, result, node.span});
    written = &call_graphs_.emplace_back(std::move(graph));
  }
  std::vector<CallId> ports;
  std::vector<std::optional<Span>> spans;
  for (std::size_t i = 0; call && i < call->arguments.size(); ++i) {
    const NodeId argument = call->arguments[i].value;
    Expanded value = takes_function(*call, i)
                         ? function_argument(instance, argument, use.stage,
                                             ports_of_argument(library(), *call, i))
                         : need(instance, argument);
    if (!value) {
      continue;
    }
    ports.push_back(*value);
    spans.emplace_back(call->arguments[i].span);
  }
  if (call && ports.size() != call->arguments.size()) {
    return std::nullopt;
  }
  std::vector<std::pair<NodeId, CallId>> bound;
  for (std::size_t i = 0; i < use.values.size(); ++i) {
    bound.emplace_back(NodeId(ports.size() + i), use.values[i]);
  }
  const EnvironmentId inner = extended(instances_[instance].context.environment, {}, use.level);
  const InstanceId made = instance_of(*written, std::nullopt, std::move(ports), std::move(spans),
                                      {use.stage, inner}, std::move(bound), instance);
  return need(made, written->outputs.front().node);
}

bool Elaborator::takes_function(const CallNode& call, std::size_t argument) const {
  return weft::takes_function(library(), call, argument);
}

/// Expands a graph's port to the argument. An `eval` port is evaluated under the features at the
/// reading node.
Elaborator::Expanded Elaborator::expand_port(InstanceId instance, const GraphNode& node,
                                             const GraphPortNode& port) {
  const GraphInstance& in = instances_[instance];
  const CallId passed = in.ports[port.port];
  const auto* function = std::get_if<FunctionCall>(&calls_[passed].kind);
  if (!function) {
    return passed;
  }
  const FragmentPort* declared =
      in.fragment ? &library().fragments[*in.fragment].ports[port.port] : nullptr;
  if (!declared || declared->kind != FragmentPort::Kind::Eval) {
    return reports_.erroneous(
        error_at(Code::TypeMismatch, node.span, "expected a value, found a function", "call it"),
        in.context, {{}, node.span});
  }
  const ClosureId closure = function->closure;
  const CallContext context = in.context;
  FunctionUse use{declared, {}, environments_[context.environment].level, context.stage, node.span};
  for (FeatureId feature : declared->injected) {
    if (Expanded value = expand_feature(feature, context, node.span)) {
      use.values.push_back(*value);
    }
  }
  return use.values.size() == declared->injected.size() ? expand_function(closure, use)
                                                        : std::nullopt;
}

/// Expands a call of an `fn` port of the graph itself.
Elaborator::Expanded Elaborator::expand_apply(InstanceId instance, const GraphNode& node,
                                              const ApplyNode& apply, Origin origin) {
  const CallContext context = instances_[instance].context;
  const auto* port =
      std::get_if<GraphPortNode>(&instances_[instance].graph->nodes[apply.function].kind);
  const auto closure = passed_function(instance, apply.function);
  const std::optional<FragmentId> fragment = instances_[instance].fragment;
  const FragmentPort* declared =
      port && fragment ? &library().fragments[*fragment].ports[port->port] : nullptr;
  if (port &&
      std::holds_alternative<ErroneousCall>(calls_[instances_[instance].ports[port->port]].kind)) {
    return instances_[instance].ports[port->port];
  }
  if (!closure || !declared || declared->kind != FragmentPort::Kind::Fn) {
    return reports_.erroneous(
        error_at(Code::TypeMismatch, node.span, "this is not a function and cannot be called"),
        context, std::move(origin));
  }
  std::vector<std::optional<CallId>> given(declared->parameters.size());
  std::size_t position = 0;
  bool is_waiting = false;
  for (const CallArgument& argument : apply.arguments) {
    std::size_t at = position++;
    if (argument.name) {
      auto named = std::find_if(declared->parameters.begin(), declared->parameters.end(),
                                [&](const FragmentPort& p) { return p.name == *argument.name; });
      at = static_cast<std::size_t>(named - declared->parameters.begin());
    }
    if (at >= given.size() || given[at]) {
      return reports_.erroneous(error_at(Code::WrongArguments, argument.span,
                                         fmt::format("'{}' takes {} arguments, each once",
                                                     library().text(declared->name), given.size())),
                                context, std::move(origin));
    }
    Expanded value = need(instance, argument.value);
    is_waiting = is_waiting || !value;
    given[at] = value ? calls_.add(DeclareCall{&declared->parameters[at].type}, {*value}, context,
                                   {{}, argument.span})
                      : CallId(0);
  }
  if (is_waiting) {
    return std::nullopt;
  }
  FunctionUse use{declared, {}, environments_[context.environment].level, context.stage, node.span};
  use.passed_at = instances_[instance].port_spans[port->port];
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) {
      return reports_.erroneous(error_at(Code::WrongArguments, node.span,
                                         fmt::format("the argument '{}' of '{}' is missing",
                                                     library().text(declared->parameters[i].name),
                                                     library().text(declared->name))),
                                context, std::move(origin));
    }
    use.values.push_back(*given[i]);
  }
  return expand_function(*closure, use);
}

}  // namespace weft
