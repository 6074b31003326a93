#include <algorithm>

#include "composer/elaborate/elaborate.h"
#include "composer/elaborate/function_signature.h"

// The parts of the Elaborator about graphs that forward functions. A forwarded `f` means `(x) =>
// f(x)`, so each signature on the way applies: parameters are converted inwards and results
// outwards.
namespace weft {

/// Returns the function passed for a graph's port, if the node is such a port.
std::optional<ClosureId> Elaborator::passed_function(InstanceId instance, NodeId node) const {
  const GraphInstance& in = instances_[instance];
  const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[node].kind);
  if (!port || port->port >= in.ports.size()) {
    return std::nullopt;
  }
  const auto* function = std::get_if<FunctionCall>(&calls_[in.ports[port->port]].kind);
  return function ? std::optional(function->closure) : std::nullopt;
}

/// Returns the `fn` port of a graph that the node is, with the function passed for it. (Not for
/// `eval` ports: their arguments are plain expressions, evaluated under the features that the port
/// itself declares.)
std::optional<Elaborator::Handed> Elaborator::handed_on(InstanceId instance, NodeId node) const {
  const GraphInstance& in = instances_[instance];
  const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[node].kind);
  if (!port || !in.fragment) {
    return std::nullopt;
  }
  const FragmentPort& declared = library().fragments[*in.fragment].ports[port->port];
  const auto closure = passed_function(instance, node);
  return closure && declared.kind == FragmentPort::Kind::Fn
             ? std::optional(Handed{*closure, &declared, in.port_spans[port->port]})
             : std::nullopt;
}

std::optional<Elaborator::Handed> Elaborator::handed_on(ClosureId closure) const {
  return handed_on(closures_[closure].instance, closures_[closure].node);
}

/// `takers`: the ports that the argument may go to.
Elaborator::Expanded Elaborator::function_argument(InstanceId instance, NodeId written, Stage stage,
                                                   const std::vector<const FragmentPort*>& takers) {
  const Chosen chosen = choose_function(instance, written, stage, takers);
  if (!chosen.node) {
    return chosen.error;
  }
  const NodeId node = *chosen.node;
  const GraphInstance& in = instances_[instance];
  const GraphNode& at = in.graph->nodes[node];
  const auto* port = std::get_if<GraphPortNode>(&at.kind);
  if (port && port->port < in.ports.size() &&
      std::holds_alternative<ErroneousCall>(calls_[in.ports[port->port]].kind)) {
    return in.ports[port->port];
  }
  // Between equal signatures nothing needs conversion, and arguments of a partial application are
  // passed on unchanged.
  const std::optional<Handed> handed = handed_on(instance, node);
  bool is_same = !in.fragment || handed;
  for (const FragmentPort* taker : takers) {
    is_same = is_same && (!handed || (taker->kind == FragmentPort::Kind::Fn &&
                                      same_signature(*handed->port, *taker)));
  }
  const std::optional<ClosureId> passed = is_same ? passed_function(instance, node) : std::nullopt;
  const ClosureId closure = passed ? *passed : closure_of(instance, node);
  Origin origin{at.name ? std::string(library().text(*at.name)) : std::string(), at.span};
  return calls_.add(FunctionCall{closure}, {}, stage, std::move(origin));
}

CallId Elaborator::declared_result(const DeclaredResult& at, std::vector<CallId> inputs,
                                   std::optional<HandedOn> boundary) {
  const std::optional<Span> span = calls_[inputs.front()].origin.span;
  return calls_.add(DeclareCall{&at.port->type, boundary}, std::move(inputs), at.context,
                    {std::string(library().text(at.port->name)), span ? span : at.span});
}

/// From here on the function is called with the signature of `into`.
Elaborator::Crossing Elaborator::cross(FunctionUse& at, const FragmentPort& into,
                                       CallContext here) {
  const HandedOn ports{&into, at.port};
  const Span span = at.passed_at.value_or(at.span);
  for (std::size_t i = 0; i < at.values.size(); ++i) {
    const FragmentPort& parameter = into.parameters[i];
    at.values[i] = calls_.add(DeclareCall{&parameter.type, ports}, {at.values[i]}, here,
                              {std::string(library().text(parameter.name)), span});
  }
  Crossing crossing{{at.port, here, span}, ports, at.values};
  at.level = environments_[here.environment].level;
  at.port = &into;
  return crossing;
}

/// Crosses from an adapter port to the listed port of its leaf, through the signatures that leaves
/// on the way declare. Empty for other ports.
std::vector<Elaborator::Crossing> Elaborator::cross_into_leaf(FunctionUse& at) {
  std::vector<Crossing> crossed;
  if (!at.adapted) {
    return crossed;
  }
  const FunctionUse::Adapted adapted = *at.adapted;
  const std::vector<FragmentPort>& through = at.port->through;
  crossed.reserve(through.size() + 1);
  const auto here = [&] {
    return CallContext(at.stage, extended(adapted.called_in, {}, at.level));
  };
  std::for_each(through.rbegin(), through.rend(),
                [&](const FragmentPort& next) { crossed.push_back(cross(at, next, here())); });
  crossed.push_back(cross(at, *adapted.port, here()));
  at.adapted.reset();
  return crossed;
}

CallId Elaborator::result_outside(CallId result, std::vector<Crossing>& crossed) {
  std::for_each(crossed.rbegin(), crossed.rend(), [&](Crossing& boundary) {
    std::vector<CallId> inputs = std::move(boundary.parameters);
    inputs.insert(inputs.begin(), result);
    result = declared_result(boundary.result, std::move(inputs), boundary.ports);
  });
  return result;
}

/// Expands the body of an `fn` argument. A forwarded one crosses each port on the way: parameters
/// are converted to its declared types inwards, results outwards.
Elaborator::Expanded Elaborator::expand_handed_on(ClosureId closure, const FunctionUse& use) {
  FunctionUse at = use;
  std::vector<Crossing> crossed = cross_into_leaf(at);
  const auto inside = [&] {
    const EnvironmentId outer = instances_[closures_[closure].instance].context.environment;
    return CallContext(use.stage, extended(outer, {}, at.level));
  };
  for (auto handed = handed_on(closure); handed; handed = handed_on(closure)) {
    if (auto wrong = misfit(closure, *at.port, at.passed_at)) {
      return reports_.erroneous(std::move(*wrong), use.stage, {{}, at.span});
    }
    crossed.push_back(cross(at, *handed->port, inside()));
    at.passed_at = handed->passed_at;
    closure = handed->closure;
  }
  const CallContext here = inside();
  const Expanded value = expand_fn(closure, at);
  if (!value) {
    return std::nullopt;
  }
  return result_outside(declared_result({at.port, here, at.span}, {*value}), crossed);
}

}  // namespace weft
