#include "composer/elaborate/expansion.h"

namespace weft {

namespace {

/// The value passed for a port, which needs no expansion.
std::optional<CallId> passed_value(const Expansion& state, InstanceId instance, NodeId node) {
  const GraphInstance& in = state.instances[instance];
  const GraphNode& read = in.graph->nodes[node];
  const auto* port = std::get_if<GraphPortNode>(&read.kind);
  if (port == nullptr || read.name) {
    return std::nullopt;
  }
  const CallId passed = in.ports[port->port];
  return std::holds_alternative<FunctionCall>(state.calls[passed].kind) ? std::nullopt
                                                                        : std::optional(passed);
}

}  // namespace

Expanded Expansion::need(InstanceId instance, NodeId node) const {
  if (const std::optional<CallId> passed = passed_value(*this, instance, node)) {
    return passed;
  }
  const NodePlace place = narrowed.of({instance, node});
  if (const std::optional<CallId> value = instances.value(place)) {
    return value;
  }
  if (instances.is_begun(place)) {
    // Loading refuses cycles of graphs, defaults and features, so a cycle here was reported.
    const Span span = instances.node(place).span;
    return reports.erroneous(error_at(Code::Recursion, span, "the value depends on itself"),
                             context_of(instance).stage, {{}, span});
  }
  missing.places.push_back(place);
  return std::nullopt;
}

void Expansion::list_missing(InstanceId instance, NodeId node) const {
  if (!passed_value(*this, instance, node)) {
    const NodePlace place = narrowed.of({instance, node});
    if (!instances.is_begun(place)) {
      missing.places.push_back(place);
    }
  }
}

std::optional<CallIds> Expansion::need_all(InstanceId instance,
                                           const std::vector<NodeId>& nodes) const {
  CallIds values;
  values.reserve(nodes.size());
  for (const NodeId node : nodes) {
    if (const Expanded value = need(instance, node)) {
      values.push_back(*value);
    }
  }
  return values.size() == nodes.size() ? std::optional(std::move(values)) : std::nullopt;
}

}  // namespace weft
