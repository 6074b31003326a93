#include "composer/elaborate/forwarded_functions.h"

namespace weft {

std::optional<ClosureId> passed_function(const Expansion& state, NodePlace place) {
  const GraphInstance& in = state.instances[place.instance];
  const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[place.node].kind);
  if (!port || port->port >= in.ports.size()) {
    return std::nullopt;
  }
  const auto* function = std::get_if<FunctionCall>(&state.calls[in.ports[port->port]].kind);
  return function ? std::optional(function->closure) : std::nullopt;
}

std::optional<Forwarded> forwarded_function(const Expansion& state, NodePlace place) {
  const GraphInstance& in = state.instances[place.instance];
  const auto* port = std::get_if<GraphPortNode>(&in.graph->nodes[place.node].kind);
  if (!port || !in.fragment) {
    return std::nullopt;
  }
  const FragmentPort& declared = state.library().fragments[*in.fragment].ports[port->port];
  const auto closure = passed_function(state, place);
  return closure && declared.kind == FragmentPort::Kind::Fn
             ? std::optional(Forwarded{*closure, *in.fragment, &declared, in.arguments[port->port]})
             : std::nullopt;
}

}  // namespace weft
