#include "composer/elaborate/expand_arguments.h"

#include "composer/elaborate/choose_function.h"
#include "composer/elaborate/forwarded_functions.h"
#include "composer/elaborate/function_signature.h"
#include "composer/elaborate/graph_functions.h"

namespace weft {

Expanded function_argument(const Expansion& state, NodePlace written, Stage stage,
                           const std::vector<const FragmentPort*>& takers) {
  const Chosen chosen = choose_function(state, written, stage, takers);
  if (!chosen.node) {
    return chosen.error;
  }
  const NodePlace place{written.instance, *chosen.node};
  const GraphInstance& in = state.instances[place.instance];
  const GraphNode& node = state.instances.node(place);
  const auto* port = std::get_if<GraphPortNode>(&node.kind);
  if (port && port->port < in.ports.size() &&
      std::holds_alternative<ErroneousCall>(state.calls[in.ports[port->port]].kind)) {
    return in.ports[port->port];
  }
  // Between equal signatures nothing needs conversion, and arguments of a partial application are
  // passed on unchanged.
  const std::optional<Forwarded> forwarded = forwarded_function(state, place);
  bool is_same = !in.fragment || forwarded;
  for (const FragmentPort* taker : takers) {
    is_same = is_same && (!forwarded || (taker->kind == FragmentPort::Kind::Fn &&
                                         same_signature(*forwarded->port, *taker)));
  }
  const std::optional<ClosureId> passed = is_same ? passed_function(state, place) : std::nullopt;
  const ClosureId closure = passed ? *passed : state.closures.add(place);
  Origin origin{node.name ? std::string(state.library().text(*node.name)) : std::string(),
                node.span};
  return state.calls.add(FunctionCall{closure}, {}, stage, std::move(origin));
}

std::optional<CallIds> arguments_of_call(const Expansion& state, InstanceId instance,
                                         const CallNode& call, Stage stage) {
  CallIds values;
  values.reserve(call.arguments.size());
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const NodeId argument = call.arguments[i].value;
    const bool is_function = call.may_take_functions && takes_function(state.library(), call, i);
    const Expanded value = is_function
                               ? function_argument(state, {instance, argument}, stage,
                                                   ports_of_argument(state.library(), call, i))
                               : state.need(instance, argument);
    if (value) {
      values.push_back(*value);
    }
  }
  return values.size() == call.arguments.size() ? std::optional(std::move(values)) : std::nullopt;
}

std::optional<CallIds> stitch_sources(const Expansion& state, InstanceId instance,
                                      const CallNode& call) {
  if (call.stitch_sources.usable_count() == 0) {
    return CallIds();
  }
  std::vector<NodeId> nodes;
  nodes.reserve(call.stitch_sources.usable_count());
  for (const ListedValue& listed : call.stitch_sources.usable()) {
    nodes.push_back(listed.node);
  }
  return state.need_all(instance, nodes);
}

}  // namespace weft
