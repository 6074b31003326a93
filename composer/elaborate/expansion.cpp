#include "composer/elaborate/expansion.h"

namespace weft {

Expanded Expansion::need(InstanceId instance, NodeId node) const {
  const NodePlace place{instance, node};
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
