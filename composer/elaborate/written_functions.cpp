#include "composer/elaborate/written_functions.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/choose_function.h"

namespace weft {

PassedArgument argument_of_call(const GraphInstances& instances, CallId invoke,
                                const CallArgument& argument) {
  const std::optional<InstanceId> caller = instances.caller_of(invoke);
  return {argument.span, caller ? std::optional(NodePlace{*caller, argument.value}) : std::nullopt};
}

WrittenFunction written_function(const Expansion& state, const PassedArgument& argument) {
  WrittenFunction written{argument.span};
  std::optional<NodePlace> place = argument.place;
  while (place) {
    const GraphInstance& in = state.instances[place->instance];
    const Chosen chosen = choose_function(state, *place, in.context.stage, {});
    const auto* port =
        chosen.node ? std::get_if<GraphPortNode>(&in.graph->nodes[*chosen.node].kind) : nullptr;
    if (port == nullptr || port->port >= in.arguments.size() || !in.arguments[port->port]) {
      break;
    }
    if (in.fragment) {
      const Fragment& graph = state.library().fragments[*in.fragment];
      if (graph.ports[port->port].kind == FragmentPort::Kind::Value) {
        break;
      }
      written.handed_over.push_back({*in.fragment, port->port, written.span});
    }
    written.span = in.arguments[port->port]->span;
    place = in.arguments[port->port]->place;
  }
  std::reverse(written.handed_over.begin(), written.handed_over.end());
  return written;
}

void note_hand_overs(const Library& library, const WrittenFunction& function,
                     Diagnostic& diagnostic) {
  for (const HandOver& over : function.handed_over) {
    const Fragment& graph = library.fragments[over.graph];
    diagnostic.notes.push_back({fmt::format("'{}' hands its '{}' on here", library.text(graph.name),
                                            library.text(graph.ports[over.port].name)),
                                over.span});
  }
}

}  // namespace weft
